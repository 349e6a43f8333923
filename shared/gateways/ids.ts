/** The names of gateways and operations by which profiles are stored. */

export const gatewayIds = [
  'plain',
  'openrouter',
  'vercel',
  'litellm',
  'portkey',
  'cloudflare',
  'helicone',
  'openai',
  'azure',
  'together',
  'huggingface',
  'requesty',
  'xai',
  'anthropic',
  'gemini',
  'groq',
  'deepseek',
  'mistral',
  'moonshot',
  'zhipu',
  'dashscope',
  'ark',
  'minimax',
  'siliconflow',
  'fireworks',
  'cerebras',
  'perplexity',
  'cohere',
  'nvidia',
  'replicate',
  'fal',
  'newapi',
  'pollinations',
  'aimlapi',
  'ollama',
  'lmstudio',
  'llamacpp',
  'vllm',
  'localai',
] as const;

/** The operations whose path a profile can change. */
export const pathNames = [
  'chat',
  'images',
  'speech',
  'videos',
  'jobs',
  'job',
  'jobContent',
  'models',
  'model',
  'balance',
] as const;

export type PathName = (typeof pathNames)[number];

export type GatewayId = (typeof gatewayIds)[number];
