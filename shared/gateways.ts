/** The gateways that Gatehouse knows by name, as a form needs them. How each one talks: `electron/gateway/dialects`. */

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
  'ollama',
  'lmstudio',
  'llamacpp',
  'vllm',
  'localai',
] as const;

export type GatewayId = (typeof gatewayIds)[number];

export interface KnownGateway {
  readonly id: GatewayId;
  readonly name: string;
  /** Prefilled; `{…}` is to be replaced by the person. `null` where each installation has its own. */
  readonly baseUrl: string | null;
  readonly key: 'needed' | 'optional' | 'none';
  /** Headers besides the key that this gateway knows. */
  readonly headers: readonly {
    readonly name: string;
    readonly isSecret: boolean;
    readonly isNeeded: boolean;
  }[];
  /** Without one, model ids are typed. */
  readonly hasModelList: boolean;
}

const known = (
  id: GatewayId,
  name: string,
  baseUrl: string | null,
  more: Partial<Omit<KnownGateway, 'id' | 'name' | 'baseUrl'>> = {},
): KnownGateway => ({ id, name, baseUrl, key: 'needed', headers: [], hasModelList: true, ...more });

const optional = (name: string, isSecret = false) => ({ name, isSecret, isNeeded: false });

/** Addresses and headers as the gateways document them. */
export const knownGateways: readonly KnownGateway[] = [
  known('plain', 'Other (OpenAI-compatible)', null, { key: 'optional' }),
  known('openrouter', 'OpenRouter', 'https://openrouter.ai/api/v1', {
    headers: [optional('HTTP-Referer'), optional('X-OpenRouter-Title')],
  }),
  known('vercel', 'Vercel AI Gateway', 'https://ai-gateway.vercel.sh/v1'),
  known('litellm', 'LiteLLM', 'http://localhost:4000/v1'),
  known('portkey', 'Portkey', 'http://localhost:8787/v1', {
    headers: [
      optional('x-portkey-provider'),
      optional('x-portkey-config'),
      optional('x-portkey-api-key', true),
      optional('x-portkey-custom-host'),
    ],
  }),
  known(
    'cloudflare',
    'Cloudflare AI Gateway',
    'https://gateway.ai.cloudflare.com/v1/{account}/{gateway}/compat',
    {
      headers: [optional('cf-aig-authorization', true)],
      hasModelList: false,
    },
  ),
  known('helicone', 'Helicone', 'https://ai-gateway.helicone.ai/v1'),
  known('openai', 'OpenAI', 'https://api.openai.com/v1'),
  known('azure', 'Azure OpenAI', 'https://{resource}.openai.azure.com/openai/v1'),
  known('together', 'Together AI', 'https://api.together.ai/v1'),
  known('huggingface', 'Hugging Face', 'https://router.huggingface.co/v1', {
    headers: [optional('X-HF-Bill-To')],
  }),
  known('requesty', 'Requesty', 'https://router.requesty.ai/v1'),
  known('xai', 'xAI', 'https://api.x.ai/v1'),
  known('ollama', 'Ollama', 'http://localhost:11434/v1', { key: 'none' }),
  known('lmstudio', 'LM Studio', 'http://localhost:1234/v1', { key: 'optional' }),
  known('llamacpp', 'llama.cpp', 'http://localhost:8080/v1', { key: 'optional' }),
  known('vllm', 'vLLM', 'http://localhost:8000/v1', { key: 'optional' }),
  known('localai', 'LocalAI', 'http://localhost:8080/v1', { key: 'optional' }),
];
