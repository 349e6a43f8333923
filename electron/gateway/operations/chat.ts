/** `chat.completions.create`: one reply, whole or streamed. */
import { parseReplyRecord, sniffText, withoutChoices } from '../http/body';
import type { ClientContext, Reply } from '../http/call';
import { readChatText } from '../http/chat-body';
import type { GatewayPaths } from '../http/paths';
import { failureInside } from '../http/reply';
import { createChatStream } from '../http/stream';
import { openCall } from '../http/transport';
import { isCodedLines, readWholeText } from '../parse/bare-texts';
import { createChatAssembly } from '../parse/chat-assembly';
import { amendError } from '../parse/error';
import { isRecord, type JsonRecord } from '../parse/json';
import { isLinesOfJson } from '../parse/lines-of-json';
import { readPlainReply } from '../parse/plain-reply';
import type { CallOptions } from '../types/call';
import type { ChatDelta, ChatParams, ChatResult, ChatStream, FailedReply } from '../types/chat';
import type { GatewayClient } from '../types/client';

export function createChat(context: ClientContext, paths: GatewayPaths): GatewayClient['chat'] {
  async function create(params: ChatParams, options?: CallOptions): Promise<ChatStream | ChatResult> {
    const isStream = params.stream === true;
    const reply = await openCall(context, {
      method: 'post',
      path: paths.chat,
      body: (options?.finish ?? same)(context.dialect.toBody('chat', params)),
      ...(isStream && { accept: 'text/event-stream, application/json' }),
      costs: true,
      options,
    });
    return isStream ? createChatStream(reply, context.baseUrl) : readWhole(reply, context.baseUrl);
  }
  return { completions: { create: create as GatewayClient['chat']['completions']['create'] } };
}

const same = (body: JsonRecord): JsonRecord => body;

async function readWhole(reply: Reply, baseUrl: string): Promise<ChatResult> {
  const text = await readChatText(reply);
  const plain = readPlainReply(text, reply.headers.get('content-type'));
  // Some gateways stream even if that was not requested.
  if (plain === null && isStreamed(text)) return readToEnd(createChatStream(reply, baseUrl, once(text)));
  const body = plain ?? readWholeText(text, reply.redactor.content) ?? parseReplyRecord(reply, text);
  const assembly = createChatAssembly(reply, baseUrl);
  const steps = [...assembly.add(body), ...assembly.flush()];
  const resultOf = () => ({
    ...assembly.result(reply.meta(assembly.credits(), assembly.cost(), assembly.generation())),
    raw: body,
  });
  failKeepingReply(reply, body, () => ({ ...resultOf(), steps }), assembly.firstText());
  if (!assembly.hasChoices())
    throw reply.fail({ ...withoutChoices(reply, body, text), credits: assembly.credits() });
  return { ...resultOf(), steps };
}

const isStreamed = (text: string): boolean =>
  sniffText(text) === 'events' ||
  isLinesOfJson(text) ||
  text.trimStart().startsWith('[') ||
  isCodedLines(text.trimStart());

/** A reply may hold both content and an error: all that came goes with the error, and its text in the details too. */
function failKeepingReply(reply: Reply, body: JsonRecord, resultOf: () => ChatResult, text: string): void {
  const failure = failureInside(reply, body);
  if (failure === null) return;
  const known = resultOf();
  const hasContent = known.choices.some((choice) => choice.text !== '' || choice.parts.length > 0);
  const said = isRecord(failure.details) ? failure.details : { reply: failure.details };
  const amended = text === '' ? failure : amendError(failure, { details: { ...said, text } });
  throw hasContent ? Object.assign(amended, { known } satisfies FailedReply) : amended;
}

async function readToEnd(stream: ChatStream): Promise<ChatResult> {
  const steps: ChatDelta[] = [];
  for await (const delta of stream) steps.push(delta);
  return { ...stream.result(), steps };
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}
