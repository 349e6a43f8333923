/** Whether two names mean one model, as far as names tell. */

/** Names of families: a gateway that answers with another one answers with another model. */
const families =
  /gpt|chatgpt|claude|gemini|gemma|llama|mistral|mixtral|ministral|codestral|devstral|magistral|qwen|qwq|deepseek|grok|command|nova|phi|yi|glm|kimi|moonshot|ernie|hunyuan|minimax|jamba|granite|nemotron|sonar|olmo|falcon/g;

/** Sizes within a family: one more or one less is another model. */
const sizes = new Set([
  'mini',
  'nano',
  'micro',
  'lite',
  'small',
  'tiny',
  'medium',
  'large',
  'haiku',
  'sonnet',
  'opus',
  'flash',
  'pro',
  'ultra',
  'max',
  'turbo',
  'air',
  'plus',
]);

/** Of a version or a build, which say nothing of another model: dates, quantizations, how it is served. */
const isDetail = (word: string): boolean =>
  /^(latest|preview|instant|versatile|v0\.\d|\d{1,3}k|4096|8192|32768|exp|experimental|beta|stable|instruct|chat|it|hf|gguf|awq|gptq|fp8|fp16|bf16|int[48]|nvfp4|mxfp4|q\d.*|k|m|s|free|online|thinking|reasoning|fast|default|v\d{1,2}|0\d{2,3}|[12]\d{3}|\d{6,8}|\d{2})$/.test(
    word,
  );

const afterFamily = new RegExp(`(${families.source})(?=\\d)`, 'g');

/** One spelling for what hosts write in their own way. */
const spelled = (name: string): string =>
  (name.toLowerCase().split('/').at(-1) ?? '')
    // The host and the region before it: `us.anthropic.claude-…`.
    .replace(/^(?:[a-z-]+\.)+(?=[a-z])/, '')
    .replace(/-v\d+:\d+$/, '')
    .replaceAll(/\bv(\d)p(\d)\b/g, '$1.$2')
    .replaceAll(afterFamily, '$1-')
    .replaceAll(/(?<![\d.])(\d)-(\d)(?![\d.a-z])/g, '$1.$2')
    // Previews that are known by their dates alone.
    .replace(/^gpt-4-(?=(?:0125|1106)-preview)/, 'gpt-4-turbo-');

const wordsOf = (name: string): string[] =>
  spelled(name)
    .replace(/[@:](.*)$/, '-$1')
    // A date in parts is one detail.
    .replaceAll(/(20\d\d)-(\d\d)-(\d\d)/g, '$1$2$3')
    .split(/[-_:\s]+/)
    .filter((word) => word !== '');

const familiesOf = (name: string): readonly string[] =>
  (name.toLowerCase().match(families) ?? []).map((family) => (family === 'chatgpt' ? 'gpt' : family));

/** `same`, `other`, or `unknown` where a name may be an alias of the other. */
export function compareNames(asked: string, answered: string): 'same' | 'other' | 'unknown' {
  const [own, theirs] = [wordsOf(asked), wordsOf(answered)];
  if (own.join('-') === theirs.join('-')) return 'same';
  const [ownFamilies, theirFamilies] = [familiesOf(asked), familiesOf(answered)];
  if (ownFamilies.length === 0 || theirFamilies.length === 0)
    return isSubset(own, theirs) && theirs.filter((word) => !own.includes(word)).every(isDetail)
      ? 'same'
      : 'unknown';
  if (!ownFamilies.some((family) => theirFamilies.includes(family))) return 'other';
  // Of others than GPT, `turbo` says how it is served.
  const isGpt = ownFamilies.includes('gpt');
  const sizesOf = (words: readonly string[]) =>
    words
      .filter((word) => sizes.has(word) && (word !== 'turbo' || isGpt))
      .sort()
      .join();
  const versionsOf = (words: readonly string[]) =>
    words
      .filter((word) => /\d/.test(word) && !isDetail(word))
      .sort()
      .join();
  const isNamed = versionsOf(own) !== '';
  // A name without a version, such as `deepseek-chat`, is an alias of whichever is current.
  if (!isNamed) return 'unknown';
  return sizesOf(own) === sizesOf(theirs) && versionsOf(own) === versionsOf(theirs) ? 'same' : 'other';
}

const isSubset = (some: readonly string[], all: readonly string[]) =>
  some.every((word) => all.includes(word));

/** Words of a name that say what it is for, or that another one is meant. */
const ALIAS =
  /^(auto|default|router?|routed|best|smart|cheap(?:est)?|quick|primary|main|fallback|backup|current|prod(?:uction)?|dev|test|model|assistant|reasoner|coder?|vision|omni|any)$/;

/**
 * Whether a name may stand for another one: it says only what it is for (`auto`, `fast`), or a family without a version
 * (`claude-sonnet-latest`).
 */
export function mayBeAlias(name: string): boolean {
  const words = wordsOf(name);
  if (familiesOf(name).length > 0) return !words.some((word) => /\d/.test(word) && !isDetail(word));
  return words.every((word) => ALIAS.test(word) || sizes.has(word) || isDetail(word));
}

/** Names of one model in several builds. */
export const isSameModel = (one: string, other: string): boolean => compareNames(one, other) === 'same';

/** Whether its tokens are counted by `o200k_base`: OpenAI's models from GPT-4o on. */
export const isCountedByO200k = (model: string): boolean =>
  /^(chatgpt-4o|gpt-4o|gpt-4\.1|gpt-4\.5|gpt-5|o[134](-|$))/.test(
    model.toLowerCase().split('/').at(-1) ?? '',
  );
