/**
 * What the core asks of a gateway's dialect while nothing is sent: how its requests read, whether it takes
 * earlier thinking back, and its money.
 */
import type { GatewayId, PathName } from '../../../shared/gateways/gateways';
import type { ProfileMoney } from '../../../shared/money/money';
import { isNearby } from '../http/local-address';
import {
  addressOf,
  defaultPaths,
  editsPath,
  embeddingsPath,
  type GatewayPaths,
  splitRoute,
} from '../http/paths';
import type { ThinkingBack, Wording } from '../types/call';
import type { Dialect } from './dialect';
import { chooseDialect } from './dialects';
import { inputWriterOf } from './media-inputs';

interface Reached {
  readonly baseUrl: string;
  readonly gateway?: GatewayId | null;
  readonly paths?: Readonly<Partial<Record<PathName, string>>>;
}

export function wordingOf({ baseUrl, gateway, paths: own }: Reached): Wording {
  const dialect = chooseDialect(baseUrl, gateway);
  const paths: GatewayPaths = { ...defaultPaths, ...dialect.paths, ...own };
  const base = baseUrl.replace(/\/+$/, '');
  return {
    scheme: dialect.scheme,
    keyHeader: dialect.keyHeader,
    headers: dialect.fixedHeaders,
    addressesOf(operation, written = {}) {
      // Vectors are asked for beside the path of chats.
      const named = operation === 'embeddings' ? 'chat' : operation;
      const used = named === 'videos' ? (['videos', 'job'] as const) : ([named] as const);
      const path = operation === 'embeddings' ? embeddingsPath(paths.chat) : paths[named];
      return {
        url: addressOf(base, written.path ?? (written.isEdit ? editsPath(paths.images) : path)),
        jobUrl: addressOf(base, splitRoute(paths.job).path),
        isUsual: used.every((name) => paths[name] === defaultPaths[name]),
      };
    },
    toBody: (operation, body) => dialect.toBody(operation, { ...body }),
    withInputs(operation, body, inputs) {
      const hasInputs = operation === 'images' || operation === 'videos';
      const writer = hasInputs ? inputWriterOf(dialect.id, operation, body.model) : null;
      const known = inputs.filter(({ role }) => writer?.roles.includes(role));
      const isWritten = known.length > 0 || (writer?.withoutInputs && own?.[operation] === undefined);
      return writer !== null && isWritten ? writer.write({ ...body }, known) : { body };
    },
  };
}

// Whether a gateway takes earlier thinking back, and under which name.

const never = { scope: 'never', field: 'reasoning_content' } as const;
const asReasoning = { scope: 'tools', field: 'reasoning' } as const;
/** Wanted with calls of tools (api-docs.deepseek.com/guides/thinking_mode, platform.moonshot.ai, docs.z.ai). */
const usual = { scope: 'tools', field: 'reasoning_content' } as const;

const thinkingBack: Readonly<Partial<Record<GatewayId, ThinkingBack>>> = {
  // They refuse fields that a message of their interface does not have.
  ...Object.fromEntries(
    (['openai', 'azure', 'groq', 'mistral', 'cerebras', 'perplexity', 'cohere', 'anthropic'] as const).map(
      (id) => [id, never],
    ),
  ),
  openrouter: asReasoning,
  vercel: asReasoning,
  together: asReasoning,
  ollama: asReasoning,
};

export const thinkingBackOf = (baseUrl: string, gateway: GatewayId | null | undefined): ThinkingBack =>
  thinkingBack[chooseDialect(baseUrl, gateway).id] ?? usual;

/**
 * How a gateway of this address and kind charges. A local server is free where it runs on this computer or its network:
 * behind another address somebody may ask money for it.
 */
export function moneyOfGateway(baseUrl: string, gateway: Dialect['id'] | null | undefined): ProfileMoney {
  const { unit, isLocal } = chooseDialect(baseUrl, gateway);
  return { unit, isFree: isLocal && isNearby(baseUrl) };
}
