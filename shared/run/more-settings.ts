/**
 * Settings that only some gateways and models take: the form has them under "More", unless the model lists them. Names and
 * bounds are those of OpenAI's reference (platform.openai.com/docs/api-reference/chat/create) and, for sampling, of
 * OpenRouter (openrouter.ai/docs/api-reference/parameters) and vLLM (docs.vllm.ai/en/latest/serving/openai_compatible_server).
 */

/** What the gateway keeps, so that it is cheaper the next time. */
export const cacheSettings = {
  /** A cache point at the end of the system prompt. */
  systemCache: {
    kind: 'choice',
    label: 'Keep cached',
    wire: null,
    help: 'How long the gateway keeps the system prompt. Writing it may cost more, reading it again less.',
    options: ['5m', '1h'],
    words: { '5m': '5 minutes', '1h': '1 hour' },
    toWire: (value: string) => value,
    isMore: true,
    isCachePoint: true,
  },
} as const;

/** Which tokens are taken. */
export const samplingSettings = {
  topK: {
    kind: 'number',
    isWhole: true,
    label: 'Top K',
    wire: 'top_k',
    help: 'Samples from this many of the most likely tokens. 0 takes all of them.',
    // Some servers write -1 for all.
    min: -1,
    max: 1_000_000,
    slideTo: 100,
    isMore: true,
  },
  minP: {
    kind: 'number',
    isWhole: false,
    label: 'Min P',
    wire: 'min_p',
    help: '0 to 1. Leaves out tokens less likely than this share of the most likely one.',
    min: 0,
    max: 1,
    step: 0.01,
    isMore: true,
  },
  topA: {
    kind: 'number',
    isWhole: false,
    label: 'Top A',
    wire: 'top_a',
    help: '0 to 1. Like Min P, by the square of the highest probability.',
    min: 0,
    max: 1,
    step: 0.01,
    isMore: true,
  },
  repetitionPenalty: {
    kind: 'number',
    isWhole: false,
    label: 'Repetition penalty',
    wire: 'repetition_penalty',
    help: '0 to 2. Above 1, tokens that came before are less likely; 1 changes nothing.',
    min: 0,
    max: 2,
    step: 0.05,
    isMore: true,
  },
  logprobs: {
    kind: 'switch',
    label: 'Token probabilities',
    wire: 'logprobs',
    help: 'Keeps how likely each token of the reply was. Show them from the menu of the reply.',
    standard: false,
    isMore: true,
  },
  topLogprobs: {
    kind: 'number',
    isWhole: true,
    label: 'Alternatives',
    wire: 'top_logprobs',
    help: 'How many of the most likely tokens are kept at each place. Needs token probabilities.',
    min: 0,
    max: 20,
    isMore: true,
  },
  logitBias: {
    kind: 'map',
    of: 'tokens',
    label: 'Logit bias',
    wire: 'logit_bias',
    help: '−100 bans a token, 100 forces it. Token ids belong to one vocabulary: those below are OpenAI’s.',
    most: 300,
    maxName: 10,
    min: -100,
    max: 100,
    isMore: true,
  },
} as const;

/** How the request is answered, and what the gateway keeps of it. */
export const serviceSettings = {
  verbosity: {
    kind: 'choice',
    label: 'Verbosity',
    wire: 'verbosity',
    help: 'How detailed the reply is.',
    options: ['low', 'medium', 'high'],
    toWire: (value: string) => value,
    isMore: true,
  },
  serviceTier: {
    kind: 'choice',
    label: 'Service tier',
    wire: 'service_tier',
    help: 'How soon the request is served. Flex is cheaper and slower; priority is faster and costs more.',
    options: ['auto', 'default', 'flex', 'priority'],
    toWire: (value: string) => value,
    isMore: true,
    mayChangePrice: true,
  },
  metadata: {
    kind: 'map',
    of: 'words',
    label: 'Metadata',
    wire: 'metadata',
    help: 'Up to 16 names and values that the gateway keeps with the request.',
    most: 16,
    maxName: 64,
    maxValue: 512,
    isMore: true,
  },
  store: {
    kind: 'switch',
    label: 'Store reply',
    wire: 'store',
    help: 'Asks the gateway to keep the request and the reply.',
    standard: false,
    isMore: true,
  },
  user: {
    kind: 'text',
    label: 'User ID',
    wire: 'user',
    help: 'Tells the gateway which of your users asks. Use an id that says nothing about the person.',
    placeholder: 'user-1234',
    maxCharacters: 512,
    isShort: true,
    isMore: true,
  },
} as const;

/**
 * How much a model thinks before it replies. The fields are those that Qwen's and OpenAI's interfaces have; each dialect puts
 * them into the words of its gateway (`electron/gateway/dialects/chat-requests.ts`).
 */
export const thinkingSettings = {
  thinking: {
    kind: 'choice',
    label: 'Thinking',
    wire: 'enable_thinking',
    help: 'Whether the model thinks before it replies. Tokens of thinking are charged as output.',
    options: ['on', 'off'],
    toWire: (value: string) => value === 'on',
    listedAs: ['enable_thinking', 'reasoning', 'thinking'],
    isMore: true,
    mayChangePrice: true,
  },
  reasoningEffort: {
    kind: 'choice',
    label: 'Reasoning effort',
    wire: 'reasoning_effort',
    help: 'How much the model thinks. Higher is more thorough, slower and costs more.',
    options: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'],
    toWire: (value: string) => value,
    listedAs: ['reasoning_effort', 'reasoning'],
    isMore: true,
    mayChangePrice: true,
  },
  thinkingBudget: {
    kind: 'number',
    isWhole: true,
    label: 'Thinking budget',
    wire: 'thinking_budget',
    help: 'The most tokens that the model may think. Some gateways take a budget or an effort, not both.',
    min: 0,
    max: 10_000_000,
    slideTo: 32_768,
    step: 256,
    listedAs: ['thinking_budget', 'reasoning', 'thinking'],
    isMore: true,
    mayChangePrice: true,
  },
  thinkingBack: {
    kind: 'choice',
    label: 'Earlier thinking',
    // The field and its values are those of Fireworks (docs.fireworks.ai/guides/reasoning).
    wire: 'reasoning_history',
    help: 'Whether earlier thinking goes back to the model. By default within a round of tools, where the gateway takes it.',
    options: ['never', 'tools', 'always'],
    words: { never: 'Never', tools: 'With tool calls', always: 'Always' },
    toWire: (value: string) => ({ never: 'disabled', tools: 'interleaved', always: 'preserved' })[value],
    isMore: true,
    mayChangePrice: true,
  },
} as const;
