/** One chat that a scripted gateway answers, and what the client read of it. */
import type { Part } from '../../shared/chat/parts';
import { toolCallsOf } from '../../shared/chat/tool-calls';
import { connect, event, question, readStream } from './gateway-client';
import { events, type HostileServer, type Script } from './hostile-server';

/** Asks for a stream, however the gateway answers. */
export async function playChat(server: HostileServer, script: Script) {
  server.script(script);
  const stream = await connect(server, { maxAttempts: 1 }).client.chat.completions.create({
    ...question,
    stream: true,
  });
  const { text, reasoning, error } = await readStream(stream);
  const { choices, usage, meta } = stream.result();
  const parts = (choices[0]?.parts ?? []).map((part) => ({ ...part, id: '' })) as Part[];
  const calls = toolCallsOf(parts).map(({ id, name, argumentsText }) => [id, name, argumentsText]);
  const media = (choices[0]?.parts ?? []).flatMap((part) => (part.type === 'media' ? [part.source] : []));
  return {
    text,
    reasoning,
    calls,
    media,
    finish: choices[0]?.finishReason,
    usage,
    cost: meta.reportedCost?.amount ?? null,
    error: error?.message,
  };
}

/** Each record as an event of its own. */
export const sse = (...records: readonly object[]): Script => events(...records.map(event));

/** Each record as a line of its own. */
export const lines = (...records: readonly object[]): Script => ({
  headers: { 'content-type': 'application/x-ndjson' },
  body: records.map((record) => `${JSON.stringify(record)}\n`),
});

/** An event with a name, as its lines. */
export const named = (name: string, data: object) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
/** One of Text Generation Inference. */
export const token = (text: string, more: object = {}) => ({
  index: 1,
  token: { id: 1, text, logprob: -0.1, special: false },
  generated_text: null,
  details: null,
  ...more,
});
