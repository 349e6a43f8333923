import { costOf } from '../parse/cost';
import { amountOrNull, isRecord, type JsonRecord, numberOrNull, textOrNull } from '../parse/json';
import type { ReportedCost } from '../types/call';
import type { Dialect } from './dialect';
import { toImageChat } from './media-requests';
import { plain } from './plain';

/** Vercel AI Gateway: pictures come by way of the chat; a reply's cost is in its provider's metadata. */
export const vercel: Dialect = {
  ...plain,
  id: 'vercel',
  hosts: ['ai-gateway.vercel.sh'],
  paths: { images: '/chat/completions' },
  unit: 'usd',
  readCost: (body) => plain.readCost(body, new Headers()) ?? readGatewayCost(body),
  balance: {
    path: '/credits',
    read: ({ balance, total_used }) => ({
      remaining: numberOrNull(balance),
      used: amountOrNull(total_used),
      currency: 'USD',
    }),
  },
  generation: {
    path: '/generation',
    idOf: (body) => (isRecord(body) ? (textOrNull(body.generationId) ?? generationOf(body)) : null),
    readCost: (body) => {
      const { total_cost } = isRecord(body.data) ? body.data : body;
      return costOf(total_cost, 'USD', 'generation');
    },
  },
  toBody: (operation, body) => (operation === 'images' ? toImageChat(body) : body),
};

function readGatewayCost(body: unknown): ReportedCost | null {
  const costs = metadataOf(body).map(({ cost }) => costOf(cost, 'USD', 'provider_metadata.gateway.cost'));
  return costs.find((cost) => cost !== null) ?? null;
}

const generationOf = (body: JsonRecord): string | null =>
  metadataOf(body)
    .map(({ generationId }) => textOrNull(generationId))
    .find((id) => id !== null) ?? null;

/** What the gateway says of itself in a reply's choices, or in a chunk's. */
function metadataOf(body: unknown): readonly JsonRecord[] {
  const choices = isRecord(body) && Array.isArray(body.choices) ? body.choices.filter(isRecord) : [];
  return choices.flatMap(({ message, delta }) =>
    [message, delta].filter(isRecord).flatMap(({ provider_metadata }) => {
      const gateway = isRecord(provider_metadata) ? provider_metadata.gateway : null;
      return isRecord(gateway) ? [gateway] : [];
    }),
  );
}
