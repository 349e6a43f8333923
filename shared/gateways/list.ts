/** The gateways that people have most, and what a form needs to know of each. */
import type { GatewayId } from './ids';

/** What a form needs to know of a gateway. */
export interface KnownGateway {
  readonly id: GatewayId;
  readonly name: string;
  /** Prefilled; `{…}` is to be replaced by the person. `null` where each installation has its own. */
  readonly baseUrl: string | null;
  /** Other hosts of the same service, such as those of another region. */
  readonly otherHosts: readonly string[];
  /** How its keys begin, where no other service's do. */
  readonly keyPrefixes: readonly string[];
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

type Facts = Partial<Omit<KnownGateway, 'id' | 'name' | 'baseUrl'>>;

const known = (id: GatewayId, name: string, baseUrl: string | null, more: Facts = {}): KnownGateway => ({
  id,
  name,
  baseUrl,
  otherHosts: [],
  keyPrefixes: [],
  key: 'needed',
  headers: [],
  hasModelList: true,
  ...more,
});

const optional = (name: string, help: string, isSecret = false) => ({
  name,
  isSecret,
  help,
  isNeeded: false,
});

/** Addresses, headers and the beginnings of keys as the gateways document them. */
export const knownGateways: readonly KnownGateway[] = [
  known('plain', 'Other (OpenAI-compatible)', null, { key: 'optional' }),
  known('openrouter', 'OpenRouter', 'https://openrouter.ai/api/v1', {
    keyPrefixes: ['sk-or-'],
    headers: [
      optional('HTTP-Referer', 'Optional: the address of your app, for rankings.'),
      optional('X-OpenRouter-Title', 'Optional: the name of your app, for rankings.'),
    ],
  }),
  known('vercel', 'Vercel AI Gateway', 'https://ai-gateway.vercel.sh/v1', { keyPrefixes: ['vck_'] }),
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
  known('openai', 'OpenAI', 'https://api.openai.com/v1', { keyPrefixes: ['sk-proj-', 'sk-svcacct-'] }),
  known('azure', 'Azure OpenAI', 'https://{resource}.openai.azure.com/openai/v1'),
  known('together', 'Together AI', 'https://api.together.ai/v1', {
    otherHosts: ['api.together.xyz'],
    keyPrefixes: ['tgp_v1_'],
  }),
  known('huggingface', 'Hugging Face', 'https://router.huggingface.co/v1', {
    keyPrefixes: ['hf_'],
    headers: [optional('X-HF-Bill-To', 'Optional: the organization that is billed.')],
  }),
  known('requesty', 'Requesty', 'https://router.requesty.ai/v1'),
  known('xai', 'xAI', 'https://api.x.ai/v1', { keyPrefixes: ['xai-'] }),
  known('anthropic', 'Anthropic', 'https://api.anthropic.com/v1', { keyPrefixes: ['sk-ant-'] }),
  known('gemini', 'Google Gemini', 'https://generativelanguage.googleapis.com/v1beta/openai', {
    keyPrefixes: ['AIza'],
  }),
  known('groq', 'Groq', 'https://api.groq.com/openai/v1', { keyPrefixes: ['gsk_'] }),
  known('deepseek', 'DeepSeek', 'https://api.deepseek.com/v1'),
  known('mistral', 'Mistral', 'https://api.mistral.ai/v1'),
  known('moonshot', 'Moonshot (Kimi)', 'https://api.moonshot.ai/v1', { otherHosts: ['api.moonshot.cn'] }),
  known('zhipu', 'Zhipu (Z.ai)', 'https://api.z.ai/api/paas/v4', {
    otherHosts: ['open.bigmodel.cn'],
    hasModelList: false,
  }),
  known('dashscope', 'DashScope (Qwen)', 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1', {
    otherHosts: ['dashscope.aliyuncs.com', 'dashscope-us.aliyuncs.com'],
    hasModelList: false,
  }),
  known('ark', 'Volcengine Ark', 'https://ark.cn-beijing.volces.com/api/v3', {
    otherHosts: ['ark.ap-southeast.bytepluses.com'],
    hasModelList: false,
  }),
  known('minimax', 'MiniMax', 'https://api.minimax.io/v1', {
    otherHosts: ['api.minimaxi.com', 'api.minimax.chat'],
    hasModelList: false,
  }),
  known('siliconflow', 'SiliconFlow', 'https://api.siliconflow.com/v1', {
    otherHosts: ['api.siliconflow.cn'],
  }),
  known('fireworks', 'Fireworks', 'https://api.fireworks.ai/inference/v1', { keyPrefixes: ['fw_'] }),
  known('cerebras', 'Cerebras', 'https://api.cerebras.ai/v1', { keyPrefixes: ['csk-'] }),
  known('perplexity', 'Perplexity', 'https://api.perplexity.ai', {
    keyPrefixes: ['pplx-'],
    hasModelList: false,
  }),
  known('cohere', 'Cohere', 'https://api.cohere.ai/compatibility/v1', { otherHosts: ['api.cohere.com'] }),
  known('nvidia', 'NVIDIA', 'https://integrate.api.nvidia.com/v1', { keyPrefixes: ['nvapi-'] }),
  known('replicate', 'Replicate', 'https://api.replicate.com/v1', { keyPrefixes: ['r8_'] }),
  known('fal', 'fal', 'https://queue.fal.run', { hasModelList: false }),
  known('newapi', 'New API, One API', null),
  known('pollinations', 'Pollinations', 'https://gen.pollinations.ai/v1', {
    otherHosts: ['text.pollinations.ai'],
    key: 'optional',
  }),
  known('aimlapi', 'AI/ML API', 'https://api.aimlapi.com/v1'),
  known('ollama', 'Ollama', 'http://localhost:11434/v1', { key: 'none' }),
  known('lmstudio', 'LM Studio', 'http://localhost:1234/v1', { key: 'optional' }),
  known('llamacpp', 'llama.cpp', 'http://localhost:8080/v1', { key: 'optional' }),
  known('vllm', 'vLLM', 'http://localhost:8000/v1', { key: 'optional' }),
  known('localai', 'LocalAI', 'http://localhost:8080/v1', { key: 'optional' }),
];
