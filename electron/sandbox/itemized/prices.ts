/** The models whose every kind of token has a price of its own, and what a call of them costs. */
import { toCredits } from '../pricing';

/** Microcredits of a token of each kind; all different, and without common factors, so that no mistake evens out. */
const kindMicros = {
  input: 11,
  cached: 3,
  cacheWrite: 17,
  inputAudio: 29,
  inputImage: 23,
  output: 41,
  reasoning: 43,
  outputAudio: 61,
  outputImage: 53,
} as const;

/** With a prompt of so many tokens, all of the request has the prices of long prompts. */
const LONG_PROMPT = 2_000;
const longPromptMicros = { input: 31, cached: 7, output: 83, reasoning: 89 } as const;

/** Of each request beside its tokens. */
const REQUEST_MICROS = 1_009;
/** What the wrong one charges more than its prices say: 0.3 credits. */
const SURPLUS_MICROS = 300_000;

export type KindCounts = Readonly<Record<keyof typeof kindMicros, number>>;

export interface ItemizedModel {
  readonly id: string;
  readonly description: string;
  /** Charges more than its prices say, and its probabilities can't be. */
  readonly isWrong: boolean;
}

export const itemizedModels: readonly ItemizedModel[] = [
  {
    id: 'sandbox/itemized',
    description:
      'Thinks, caches, hears, sees and gives probabilities. Each kind of token has a price of its own, a long prompt others.',
    isWrong: false,
  },
  {
    id: 'sandbox/itemized-wrong',
    description:
      'The same, wrongly: it charges 0.3 credits more, and its probabilities add up to more than 1.',
    isWrong: true,
  },
];

/** Microcredits; a sum of products of whole numbers, so nothing is rounded. */
export function itemizedCost(counts: KindCounts, { isWrong }: ItemizedModel): number {
  const prompt = counts.input + counts.cached + counts.cacheWrite + counts.inputAudio + counts.inputImage;
  const prices = { ...kindMicros, ...(prompt >= LONG_PROMPT && longPromptMicros) };
  return Object.entries(prices).reduce(
    (sum, [kind, micros]) => sum + micros * counts[kind as keyof KindCounts],
    REQUEST_MICROS + (isWrong ? SURPLUS_MICROS : 0),
  );
}

const perThousand = (micros: number): number => toCredits(micros * 1_000);

/** The `gatehouse` of its record. */
export const itemizedRecord = {
  pricing: {
    currency: 'credits',
    unit: 'token',
    input: perThousand(kindMicros.input),
    cached_input: perThousand(kindMicros.cached),
    cache_write: perThousand(kindMicros.cacheWrite),
    input_audio: perThousand(kindMicros.inputAudio),
    input_image: perThousand(kindMicros.inputImage),
    output: perThousand(kindMicros.output),
    reasoning: perThousand(kindMicros.reasoning),
    output_audio: perThousand(kindMicros.outputAudio),
    output_image: perThousand(kindMicros.outputImage),
    per_request: toCredits(REQUEST_MICROS),
    overrides: [
      {
        min_prompt_tokens: LONG_PROMPT,
        input: perThousand(longPromptMicros.input),
        cached_input: perThousand(longPromptMicros.cached),
        output: perThousand(longPromptMicros.output),
        reasoning: perThousand(longPromptMicros.reasoning),
      },
    ],
  },
  capabilities: {
    modalities: { input: ['text', 'image', 'audio'], output: ['text'] },
    streaming: true,
    context_window: 32_768,
    max_output: 4_096,
  },
};
