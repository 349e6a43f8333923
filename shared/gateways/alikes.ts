/**
 * Services that speak as OpenAI does and differ in nothing that a form or the client needs to know: their name, their
 * address, and what their documentation calls the variable of the key. From models.dev (each `provider.toml`:
 * `name`, `api`, `env`), and where noted from the services' own pages.
 */

export interface AlikeService {
  readonly name: string;
  /** `{…}` is to be replaced by the person. */
  readonly baseUrl: string;
  /** Variables that hold its key and no other service's. */
  readonly keyNames: readonly string[];
}

const alike = (name: string, baseUrl: string, ...keyNames: readonly string[]): AlikeService => ({
  name,
  baseUrl,
  keyNames,
});

export const alikeServices: readonly AlikeService[] = [
  alike('SambaNova', 'https://api.sambanova.ai/v1', 'SAMBANOVA_API_KEY'),
  alike('Nebius Token Factory', 'https://api.tokenfactory.nebius.com/v1', 'NEBIUS_API_KEY'),
  // deepinfra.com/docs/advanced/openai_api; docs.langchain.com has the second name.
  alike(
    'DeepInfra',
    'https://api.deepinfra.com/v1/openai',
    ...['DEEPINFRA_API_KEY', 'DEEPINFRA_API_TOKEN', 'DEEPINFRA_TOKEN'],
  ),
  alike('Novita', 'https://api.novita.ai/openai', 'NOVITA_API_KEY'),
  alike('Friendli', 'https://api.friendli.ai/serverless/v1', 'FRIENDLI_TOKEN'),
  alike('Baseten', 'https://inference.baseten.co/v1', 'BASETEN_API_KEY'),
  alike('Chutes', 'https://llm.chutes.ai/v1', 'CHUTES_API_KEY'),
  // scaleway.com/en/docs/generative-apis has the second name.
  alike('Scaleway', 'https://api.scaleway.ai/v1', 'SCALEWAY_API_KEY', 'SCW_SECRET_KEY'),
  alike('OVHcloud', 'https://oai.endpoints.kepler.ai.cloud.ovh.net/v1', 'OVHCLOUD_API_KEY'),
  // Their tokens open more than models, so a name alone doesn't say where one belongs.
  alike('GitHub Models', 'https://models.github.ai/inference'),
  alike('DigitalOcean', 'https://inference.do-ai.run/v1'),
  alike('Upstage', 'https://api.upstage.ai/v1/solar', 'UPSTAGE_API_KEY'),
  alike('StepFun', 'https://api.stepfun.com/v1', 'STEPFUN_API_KEY'),
  // docs.langchain.com has the second name.
  alike(
    'ModelScope',
    'https://api-inference.modelscope.cn/v1',
    ...['MODELSCOPE_API_KEY', 'MODELSCOPE_SDK_TOKEN'],
  ),
  alike('Inception', 'https://api.inceptionlabs.ai/v1', 'INCEPTION_API_KEY'),
  alike('Morph', 'https://api.morphllm.com/v1', 'MORPH_API_KEY'),
  alike('Ollama Cloud', 'https://ollama.com/v1', 'OLLAMA_API_KEY'),
  alike('Poe', 'https://api.poe.com/v1', 'POE_API_KEY'),
  alike('Venice', 'https://api.venice.ai/api/v1', 'VENICE_API_KEY', 'VENICE_AI_API_KEY'),
  alike('302.AI', 'https://api.302.ai/v1', '302AI_API_KEY'),
  // docs.aws.amazon.com/bedrock/latest/userguide/inference-chat-completions.html
  alike(
    'Amazon Bedrock',
    'https://bedrock-runtime.{region}.amazonaws.com/openai/v1',
    'AWS_BEARER_TOKEN_BEDROCK',
  ),
  // docs.aws.amazon.com/bedrock/latest/userguide/inference-chat-completions-mantle.html
  alike('Amazon Bedrock', 'https://bedrock-mantle.{region}.api.aws/v1'),
  // docs.snowflake.com/user-guide/snowflake-cortex/open_ai_sdk
  alike('Snowflake Cortex', 'https://{account}.snowflakecomputing.com/api/v2/cortex/v1'),
  // learn.microsoft.com/azure/databricks/large-language-models/llm-serving-intro
  alike('Databricks', 'https://{workspace}.databricks.com/serving-endpoints'),
];

/** The service at an address, by its host. */
export function alikeServiceAt(address: string): AlikeService | null {
  if (!URL.canParse(address)) return null;
  const { hostname } = new URL(address);
  return alikeServices.find(({ baseUrl }) => isHostOf(baseUrl, hostname)) ?? null;
}

function isHostOf(baseUrl: string, hostname: string): boolean {
  const known = new URL(baseUrl).hostname;
  const at = known.indexOf('{');
  if (at === -1) return hostname === known;
  const [before, after] = [known.slice(0, at), known.slice(known.indexOf('}') + 1)];
  return (
    hostname.length > before.length + after.length && hostname.startsWith(before) && hostname.endsWith(after)
  );
}

export const alikeServiceOfKeyName = (name: string): AlikeService | null =>
  alikeServices.find(({ keyNames }) => keyNames.includes(name)) ?? null;
