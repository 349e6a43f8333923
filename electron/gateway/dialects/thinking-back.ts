/** Whether a gateway takes earlier thinking back, and under which name. */
import type { GatewayId } from '../../../shared/gateways/gateways';
import type { ThinkingBack } from '../types/call';
import { chooseDialect } from './dialects';

const never = { scope: 'never', field: 'reasoning_content' } as const;
const asReasoning = { scope: 'tools', field: 'reasoning' } as const;
/** Wanted with calls of tools (api-docs.deepseek.com/guides/thinking_mode, platform.moonshot.ai, docs.z.ai). */
const usual = { scope: 'tools', field: 'reasoning_content' } as const;

const known: Readonly<Partial<Record<GatewayId, ThinkingBack>>> = {
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
  known[chooseDialect(baseUrl, gateway).id] ?? usual;
