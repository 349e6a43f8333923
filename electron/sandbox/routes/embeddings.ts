/** `POST /embeddings` */
import { z } from 'zod';
import { check } from '../chat/request';
import { embeddingModel, embeddingPricing, MAX_INPUT_TOKENS } from '../embeddings/model';
import { DIMENSIONS, type Directions, vectorOf } from '../embeddings/vector';
import { invalidRequest } from '../errors';
import { payFor } from '../media/costing';
import { modelNotFound } from '../model-use';
import { costOf } from '../pricing';
import { jsonReply } from '../reply';
import type { GatewayContext, Services } from '../services';
import { loadTokenizer } from '../tokens';

const MAX_TEXTS = 2_048;
/** Of all texts of a request together, as OpenAI has it. */
const MAX_TOKENS = 300_000;

const text = z
  .string(
    'must be a text; token numbers are not read here (with LangChain for Python, set check_embedding_ctx_length=False)',
  )
  .min(1, 'must not be empty');

const embeddingsBody = z.looseObject({
  model: z.string().min(1).max(300),
  input: z.union([text, z.array(text).min(1, 'must not be empty').max(MAX_TEXTS)]),
  encoding_format: z.enum(['float', 'base64'], 'must be float or base64').nullish(),
  dimensions: z.number().int().min(1).max(DIMENSIONS).nullish(),
});

type EmbeddingsBody = z.infer<typeof embeddingsBody>;

export async function createEmbeddings(context: GatewayContext, services: Services): Promise<Response> {
  const body = check(embeddingsBody, context.get('body'));
  if (body.model !== embeddingModel.id) throw modelNotFound(body.model);
  const texts = [body.input].flat();
  const tokens = await countTokens(texts, Array.isArray(body.input));
  const micros = costOf(embeddingPricing, { promptTokens: tokens, completionTokens: 0 });
  // The same texts give the same vectors: of a request that was charged before, only that has to be known.
  if (context.get('claim')?.savedResult === undefined)
    await payFor(context, services, {
      operation: 'embeddings',
      model: body.model,
      micros,
      promptTokens: tokens,
      make: () => Promise.resolve(null),
      keep: () => tokens,
    });
  return jsonReply(context, services, replyBody(body, texts, tokens), micros);
}

/** @throws ApiError 400 that names the text that is too long */
async function countTokens(texts: readonly string[], isList: boolean): Promise<number> {
  const tokenizer = await loadTokenizer();
  let total = 0;
  for (const [at, one] of texts.entries()) {
    const field = isList ? `input[${at}]` : 'input';
    const count = tokenizer.count(one, MAX_INPUT_TOKENS);
    if (count === null)
      throw invalidRequest(`${field}: ${embeddingModel.id} takes up to ${MAX_INPUT_TOKENS} tokens`, field);
    total += count;
    if (total > MAX_TOKENS)
      throw invalidRequest(`input: a request takes up to ${MAX_TOKENS} tokens`, 'input');
  }
  return total;
}

function replyBody(
  { model, encoding_format: format, dimensions }: EmbeddingsBody,
  texts: readonly string[],
  tokens: number,
): Record<string, unknown> {
  const directions: Directions = new Map();
  const data = texts.map((one, index) => {
    const vector = vectorOf(one, dimensions ?? DIMENSIONS, directions);
    const embedding = format === 'base64' ? Buffer.from(vector.buffer).toString('base64') : [...vector];
    return { object: 'embedding', index, embedding };
  });
  return { object: 'list', data, model, usage: { prompt_tokens: tokens, total_tokens: tokens } };
}
