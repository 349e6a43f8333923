/** The model of `POST /embeddings`, as the catalogue shows it. */
import { pricingRecord, type TokenPricing } from '../pricing';

/** Microcredits of a token; there are no tokens of output. */
export const embeddingPricing: TokenPricing = { inputMicros: 20, outputMicros: 0 };

/** Of one text. */
export const MAX_INPUT_TOKENS = 8_192;

export const embeddingModel = {
  id: 'sandbox/embeddings',
  description: 'Texts as vectors of 256 numbers. The more words two texts share, the more they are alike.',
} as const;

export const embeddingRecord = {
  pricing: pricingRecord(embeddingPricing),
  capabilities: {
    modalities: { input: ['text'], output: ['embedding'] },
    streaming: false,
    context_window: MAX_INPUT_TOKENS,
  },
};
