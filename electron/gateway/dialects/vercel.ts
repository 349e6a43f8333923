import { costOf } from '../parse/cost';
import { isRecord, type JsonRecord, numberOrNull } from '../parse/json';
import type { ReportedCost } from '../types';
import type { Dialect } from './dialect';
import { toImageChat } from './media-words';
import { plain } from './plain';

/** Vercel AI Gateway: pictures come by way of the chat; a reply's cost is in its provider's metadata. */
export const vercel: Dialect = {
  ...plain,
  id: 'vercel',
  hosts: ['ai-gateway.vercel.sh'],
  paths: { images: '/chat/completions' },
  readCost: (body) => plain.readCost(body, new Headers()) ?? readGatewayCost(body),
  balance: {
    path: '/credits',
    read: ({ balance, total_used }) => ({
      ...{ remaining: numberOrNull(balance), used: numberOrNull(total_used), currency: 'USD' },
    }),
  },
  toBody: (operation, body) => (operation === 'images' ? toImageChat(body) : body),
};

function readGatewayCost(body: unknown): ReportedCost | null {
  const choices = isRecord(body) && Array.isArray(body.choices) ? body.choices.filter(isRecord) : [];
  const costs = choices.flatMap(({ message, delta }) => [message, delta].filter(isRecord).map(costOfMessage));
  return costs.find((cost) => cost !== null) ?? null;
}

function costOfMessage({ provider_metadata }: JsonRecord): ReportedCost | null {
  const gateway = isRecord(provider_metadata) ? provider_metadata.gateway : null;
  return isRecord(gateway) ? costOf(gateway.cost, 'USD', 'provider_metadata.gateway.cost') : null;
}
