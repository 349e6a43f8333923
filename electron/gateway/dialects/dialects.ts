/** Every dialect, in one list. A new one is a file and a line here. */
import type { GatewayId } from '../../../shared/gateways/gateways';
import type { JsonRecord } from '../parse/json';
import {
  inBudget,
  inEffort,
  inEnabled,
  inGoogle,
  inReasoning,
  inTemplate,
  inType,
  prefillIn,
  thinkingIn,
  withoutHistory,
} from './chat-requests';
import type { Dialect } from './dialect';
import { cloudflare, helicone, huggingface, portkey, requesty, together, xai } from './hosted';
import { llamacpp, lmstudio, localai, ollama, vllm } from './local';
import { withMediaSettings } from './media-requests';
import { ark, dashscope, fal, fireworks, minimax, replicate, siliconflow } from './media-services';
import { plain } from './plain';
import { litellm, openrouter, vercel } from './routers';
import {
  aimlapi,
  anthropic,
  azure,
  cerebras,
  cohere,
  deepseek,
  gemini,
  groq,
  mistral,
  moonshot,
  newapi,
  nvidia,
  openai,
  perplexity,
  pollinations,
  zhipu,
} from './services';

const all: readonly Dialect[] = [
  plain,
  openrouter,
  vercel,
  litellm,
  portkey,
  cloudflare,
  helicone,
  openai,
  azure,
  together,
  huggingface,
  requesty,
  xai,
  anthropic,
  gemini,
  groq,
  deepseek,
  mistral,
  moonshot,
  zhipu,
  dashscope,
  ark,
  minimax,
  siliconflow,
  fireworks,
  cerebras,
  perplexity,
  cohere,
  nvidia,
  replicate,
  fal,
  newapi,
  pollinations,
  aimlapi,
  ollama,
  lmstudio,
  llamacpp,
  vllm,
  localai,
];

const thinking: Readonly<Partial<Record<GatewayId, (body: JsonRecord) => JsonRecord>>> = {
  openrouter: inReasoning,
  vercel: inReasoning,
  together: inEnabled,
  openai: inEffort,
  azure: inEffort,
  groq: inEffort,
  ollama: inEffort,
  gemini: inGoogle,
  anthropic: inBudget,
  litellm: inBudget,
  deepseek: inType,
  zhipu: inType,
  moonshot: inType,
  ark: inType,
  vllm: inTemplate,
  llamacpp: inTemplate,
  nvidia: inTemplate,
};

export const dialects: readonly Dialect[] = all.map((dialect) => {
  const words = thinking[dialect.id];
  return withoutHistory(prefillIn(mediaNamesIn(words === undefined ? dialect : thinkingIn(words, dialect))));
});

/** Before the dialect puts fields into objects of its own. */
function mediaNamesIn(dialect: Dialect): Dialect {
  const isMedia = (operation: string) => operation === 'images' || operation === 'videos';
  return {
    ...dialect,
    toBody(operation, body) {
      const named = isMedia(operation)
        ? withMediaSettings(dialect.id, operation as 'images' | 'videos', body)
        : body;
      return dialect.toBody(operation, named);
    },
  };
}

function dialectOf(id: GatewayId | null | undefined): Dialect | undefined {
  return dialects.find((dialect) => dialect.id === id);
}

/** The dialect a person chose, else that of the address, else the plain one. */
export function chooseDialect(baseUrl: string, id?: GatewayId | null): Dialect {
  return dialectOf(id) ?? dialectOfHost(URL.canParse(baseUrl) ? new URL(baseUrl).hostname : '') ?? plain;
}

const dialectOfHost = (name: string): Dialect | undefined =>
  dialects.find(({ hosts }) => hosts.some((host) => name === host || name.endsWith(`.${host}`)));

/** Which gateway a reply to the list of models gives away; `null` where nothing does. */
export function recognizeDialect(headers: Headers, body: unknown): GatewayId | null {
  return dialects.find((dialect) => dialect.signs(headers, body))?.id ?? null;
}
