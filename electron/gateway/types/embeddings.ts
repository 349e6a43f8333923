/** Texts as vectors, as a gateway has them. */
import type { TokenUsage } from '../../../shared/money/token-usage';
import type { CallMeta } from './call';

/** OpenAI's shape: https://platform.openai.com/docs/api-reference/embeddings/create */
export interface EmbeddingsParams {
  readonly model: string;
  readonly input: readonly string[];
}

export interface EmbeddingsResult {
  /** One for each text, in their order and all of one length. */
  readonly vectors: readonly (readonly number[])[];
  readonly model: string | null;
  readonly usage: TokenUsage | null;
  readonly meta: CallMeta;
}
