/** `embeddings.create`: texts as vectors. */
import { createDecoder, parseReply, readBytes, unreadable } from '../http/body';
import type { ClientContext } from '../http/call';
import { embeddingsPath, type GatewayPaths } from '../http/paths';
import { failInside } from '../http/reply';
import { openCall } from '../http/transport';
import { isRecord, type JsonRecord, textOrNull } from '../parse/json';
import { readCredits } from '../parse/metadata';
import { readBodyUsage } from '../parse/usage';
import { readVectors } from '../parse/vectors';
import type { GatewayClient } from '../types/client';

export function createEmbeddings(context: ClientContext, paths: GatewayPaths): GatewayClient['embeddings'] {
  return {
    async create({ model, input }, options) {
      const reply = await openCall(context, {
        method: 'post',
        path: embeddingsPath(paths.chat),
        body: { model, input },
        costs: true,
        options,
      });
      const text = createDecoder(reply.headers).decode(await readBytes(reply));
      const answer = parseReply(reply, text);
      // Text Embeddings Inference and llama.cpp answer with the list alone.
      const body = isRecord(answer) ? answer : {};
      failInside(reply, body);
      const credits = readCredits(body, reply.headers);
      const vectors = readVectors(isRecord(answer) ? answer : [answer].flat(), input.length);
      if (vectors === null) throw reply.fail({ ...unreadable(reply, text), credits });
      const meta = reply.meta(credits, reply.readCost(body), reply.readGeneration(body));
      return { vectors, model: textOrNull(body.model), usage: readBodyUsage(withoutReply(body)), meta };
    },
  };
}

/** Only the tokens of the texts are stated, by some as a total: no reply could have some. */
function withoutReply(body: JsonRecord): JsonRecord {
  const meta = isRecord(body.meta) ? body.meta : {};
  const { inputTextTokenCount, input_token_count: input, prompt_eval_count: read } = body;
  const counted: JsonRecord = { prompt_tokens: inputTextTokenCount ?? input ?? read };
  const usage: JsonRecord = [body.usage, meta.tokens, meta.billed_units].find(isRecord) ?? counted;
  return { ...body, usage: { completion_tokens: 0, prompt_tokens: usage.total_tokens, ...usage } };
}
