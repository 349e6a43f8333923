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
