/**
 * How a gateway is asked to go on from the words that a reply begins with: the last message is one of the assistant, and
 * most want to be told that it isn't finished.
 *
 * - `prefix`: `prefix: true` in it (api-docs.deepseek.com/guides/chat_prefix_completion, docs.mistral.ai).
 * - `partial`: `partial: true` in it (platform.moonshot.ai/docs/guide/use-partial-mode-feature-of-kimi-api, DashScope).
 * - `continue`: `continue_final_message` beside the messages (docs.vllm.ai/en/latest/serving/openai_compatible_server.html).
 * - `last`: nothing but its place, as in Anthropic's own API.
 * - `none`: its models answer after it (platform.openai.com/docs/api-reference/chat).
 */
import type { GatewayId } from './ids';

export type PrefillWords = 'prefix' | 'partial' | 'continue' | 'last' | 'none';

const byGateway: Readonly<Partial<Record<GatewayId, PrefillWords>>> = {
  deepseek: 'prefix',
  mistral: 'prefix',
  moonshot: 'partial',
  dashscope: 'partial',
  vllm: 'continue',
  openai: 'none',
  azure: 'none',
};

export const prefillWords = (id: GatewayId | null | undefined): PrefillWords =>
  (id ? byGateway[id] : undefined) ?? 'last';

/**
 * Marks a message that the app begins a reply with. No JSON has a symbol, so what a person wrote (`prefix: true`) is never
 * taken for it.
 */
export const isBegun = Symbol('isBegun');

/** Mistral's replies begin with the given words once more (docs.mistral.ai, “prefix”). */
export const repeatsPrefill = (id: GatewayId | null | undefined): boolean => id === 'mistral';
