/** The gateways that Gatehouse knows by name, as a form needs them. How each one talks: `electron/gateway/dialects`. */
import { isThisComputer } from './this-computer';

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

export interface KnownGateway {
  readonly id: GatewayId;
  readonly name: string;
  /** Prefilled; `{…}` is to be replaced by the person. `null` where each installation has its own. */
  readonly baseUrl: string | null;
  readonly key: 'needed' | 'optional' | 'none';
  /** Headers other than the key that this gateway knows. */
  readonly headers: readonly {
    readonly name: string;
    readonly isSecret: boolean;
    readonly isNeeded: boolean;
    /** One sentence for the form. */
    readonly help: string;
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

const optional = (name: string, help: string, isSecret = false) => ({
  name,
  isSecret,
  help,
  isNeeded: false,
});

/** Addresses and headers as the gateways document them. */
export const knownGateways: readonly KnownGateway[] = [
  known('plain', 'Other (OpenAI-compatible)', null, { key: 'optional' }),
  known('openrouter', 'OpenRouter', 'https://openrouter.ai/api/v1', {
    headers: [
      optional('HTTP-Referer', 'Optional: the address of your app, for rankings.'),
      optional('X-OpenRouter-Title', 'Optional: the name of your app, for rankings.'),
    ],
  }),
  known('vercel', 'Vercel AI Gateway', 'https://ai-gateway.vercel.sh/v1'),
  known('litellm', 'LiteLLM', 'http://localhost:4000/v1'),
  known('portkey', 'Portkey', 'http://localhost:8787/v1', {
    headers: [
      optional(
        'x-portkey-provider',
        'Which provider the key above belongs to, such as openai. This or a config is needed.',
      ),
      optional('x-portkey-config', 'The id of a config, or one as JSON, in the place of a provider.'),
      optional('x-portkey-api-key', 'The key of Portkey itself, where it is not the key above.', true),
      optional('x-portkey-custom-host', 'Optional: another address of the provider.'),
    ],
  }),
  known(
    'cloudflare',
    'Cloudflare AI Gateway',
    'https://gateway.ai.cloudflare.com/v1/{account}/{gateway}/compat',
    {
      headers: [
        optional(
          'cf-aig-authorization',
          'For a gateway that asks for authentication: Bearer and its token.',
          true,
        ),
      ],
      hasModelList: false,
    },
  ),
  known('helicone', 'Helicone', 'https://ai-gateway.helicone.ai/v1'),
  known('openai', 'OpenAI', 'https://api.openai.com/v1'),
  known('azure', 'Azure OpenAI', 'https://{resource}.openai.azure.com/openai/v1'),
  known('together', 'Together AI', 'https://api.together.ai/v1'),
  known('huggingface', 'Hugging Face', 'https://router.huggingface.co/v1', {
    headers: [optional('X-HF-Bill-To', 'Optional: the organization that is billed.')],
  }),
  known('requesty', 'Requesty', 'https://router.requesty.ai/v1'),
  known('xai', 'xAI', 'https://api.x.ai/v1'),
  known('ollama', 'Ollama', 'http://localhost:11434/v1', { key: 'none' }),
  known('lmstudio', 'LM Studio', 'http://localhost:1234/v1', { key: 'optional' }),
  known('llamacpp', 'llama.cpp', 'http://localhost:8080/v1', { key: 'optional' }),
  known('vllm', 'vLLM', 'http://localhost:8000/v1', { key: 'optional' }),
  known('localai', 'LocalAI', 'http://localhost:8080/v1', { key: 'optional' }),
];

export const knownGateway = (id: GatewayId): KnownGateway =>
  knownGateways.find((one) => one.id === id) ?? (knownGateways[0] as KnownGateway);

/** Also in other notations of the same address. */
export const isLoopback = (hostname: string): boolean => isThisComputer(hostname);

/**
 * The gateway that an address belongs to, by its host or, on this computer, by the usual port; `null` if several
 * gateways share it.
 */
export function knownGatewayAt(address: string): KnownGateway | null {
  if (!URL.canParse(address)) return null;
  const { hostname, port } = new URL(address);
  const found = knownGateways.filter(({ baseUrl }) => {
    // A placeholder in a host is not a host: what follows it is.
    const known = new URL((baseUrl ?? 'http://unknown.invalid').replace(/\{[^}]*\}\.?/g, ''));
    if (isLoopback(known.hostname)) return isLoopback(hostname) && known.port === port;
    return hostname === known.hostname || hostname.endsWith(`.${known.hostname}`);
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}
