/** A streamed chat reply: one iterator, one end. */

import { type ChatAssembly, createChatAssembly } from '../parse/chat-assembly';
import { readChatSteps } from '../parse/chat-steps';
import { amendError, GatewayError } from '../parse/error';
import { mergeCredits } from '../parse/metadata';
import type { ChatDelta, ChatStream } from '../types/chat';
import type { Reply } from './call';
import { readChatTexts } from './chat-body';

/** `baseUrl` completes relative addresses; `texts` replaces the reply's body if that has been read already. */
export function createChatStream(reply: Reply, baseUrl: string, texts?: AsyncIterable<string>): ChatStream {
  const assembly = createChatAssembly(reply, baseUrl);
  const deltas = readDeltas(reply, assembly, texts ?? readChatTexts(reply));
  return {
    [Symbol.asyncIterator]: () => deltas,
    result: () => assembly.result(reply.meta(assembly.credits(), assembly.cost(), assembly.generation())),
    abort: () => reply.abort(),
  };
}

/** Everything that arrived is yielded before an error is thrown; a reader that stops early aborts the call. */
async function* readDeltas(
  reply: Reply,
  assembly: ChatAssembly,
  texts: AsyncIterable<string>,
): AsyncGenerator<ChatDelta> {
  let isOver = false;
  try {
    for await (const delta of readChatSteps(reply, assembly, texts)) {
      // A place alone shows nothing yet.
      if (delta.place === undefined) reply.markFirst();
      yield delta;
    }
    isOver = true;
    reply.finish();
    yield* assembly.flush();
  } catch (error) {
    isOver = true;
    reply.abort();
    yield* assembly.flush();
    throw withWhatIsKnown(error, assembly);
  } finally {
    if (!isOver) reply.abort();
  }
}

/** If the stream breaks after every choice had finished and the charge was stated, the outcome is known. */
function withWhatIsKnown(error: unknown, assembly: ChatAssembly): unknown {
  if (!(error instanceof GatewayError)) return error;
  const credits = mergeCredits(assembly.credits(), error.credits);
  const reportedCost = assembly.cost();
  const generationId = assembly.generation();
  const isKnown = assembly.isFinished() && (credits.used !== null || reportedCost !== null);
  // Whether the connection broke or closed too early, to a stream it is the same: cut.
  const errorCode = error.errorCode === 'network_error' ? 'stream_cut' : error.errorCode;
  const outcomeUnknown = error.outcomeUnknown && !isKnown;
  return amendError(error, { errorCode, credits, reportedCost, generationId, outcomeUnknown });
}
