/** Hostile streams cost what their bytes cost: none may grow with the square of its length. */
import { beforeAll, expect, test } from 'vitest';
import { createCallRecorder } from '../../electron/gateway/record/recorder';
import { maxChoices } from '../../shared/chat/chat';
import { apiKey, connect, done, event, question, readStream } from '../support/gateway-client';

const delta = (content: unknown, index = 0, more: object = {}) =>
  event({ choices: [{ index, delta: { content, ...more } }] });

const last = event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
const many = (count: number, one: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => one(at));

/** A whole stream, read by the client and by the inspector's recorder, in pieces of 64 KB. */
async function read(events: readonly string[]) {
  const bytes = Buffer.from([...events, last, done].join(''));
  const pieces = many(Math.ceil(bytes.length / 65_536), (at) =>
    bytes.subarray(at * 65_536, (at + 1) * 65_536).toString('latin1'),
  );
  const body = () =>
    new ReadableStream({
      pull(controller) {
        const piece = pieces.shift();
        if (piece === undefined) controller.close();
        else controller.enqueue(Buffer.from(piece, 'latin1'));
      },
    });
  const recorder = createCallRecorder({ now: () => 0, monotonic: () => 0, newId: () => 'id' });
  const headers = { 'content-type': 'text/event-stream' };
  const fetch = recorder.record(async () => new Response(body(), { headers }), { apiKey, profileId: 'p' });
  const { client } = connect({ baseUrl: 'https://gateway.example/v1' }, { fetch });
  const from = process.cpuUsage();
  const stream = await client.chat.completions.create({ ...question, stream: true });
  const { text, error } = await readStream(stream);
  const result = stream.result();
  const { user, system } = process.cpuUsage(from);
  return { text, error, result, perByteNs: ((user + system) * 1_000) / bytes.length };
}

/** What ordinary deltas of about this many bytes cost; a square would be a hundred times as much. */
let usualNs: number;
beforeAll(async () => {
  // The second time, once the code is compiled: the shapes below find it so.
  for (let round = 0; round < 2; round += 1)
    usualNs = (await read(many(12_000, () => delta('word ')))).perByteNs;
});

const shapes: readonly (readonly [what: string, events: () => readonly string[]])[] = [
  ['distinct choices', () => many(12_000, (at) => delta('a', at))],
  ['distinct choices that each end like the key begins', () => many(12_000, (at) => delta('c', at))],
  [
    'distinct tool calls',
    () => many(8_000, (at) => delta('', 0, { tool_calls: [{ index: at, function: { arguments: 'x' } }] })),
  ],
  [
    'fields of one tool call',
    () => many(8_000, (at) => delta('', 0, { tool_calls: [{ index: 0, [`field${at}`]: 'x' }] })),
  ],
  [
    'distinct images',
    () =>
      many(6_000, (at) => delta('', 0, { images: [{ image_url: { url: `https://a.example/${at}.png` } }] })),
  ],
  ['parts in one event', () => [delta(many(60_000, () => 'c') as never)]],
  ['details of reasoning', () => many(8_000, () => delta('', 0, { reasoning_details: [{ text: 'x' }] }))],
  ['deep texts below long names', () => [delta('', 0, { more: nested(50, 'n'.repeat(10_000)) })]],
  ['closing tags alone', () => many(12_000, () => delta('x</think>\n'))],
  ['thinking again and again', () => many(6_000, () => delta('<think>x</think>y\n'))],
  ['blanks in thinking', () => [delta('<think>x'), ...many(12_000, () => delta('     '))]],
  ['beginnings of tags', () => many(12_000, () => delta('<<<[<thi'))],
  ['heads of channels', () => many(6_000, () => delta('<|channel|>final<|message|>x'))],
  ['the same in field and text', () => many(6_000, () => delta('<think>x', 0, { reasoning: 'x' }))],
  ['no blank lines', () => many(12_000, () => delta('word ').trimEnd().concat('\n'))],
  ['backslashes', () => many(10, () => delta('\\'.repeat(60_000)))],
  ['short lines', () => [...many(200_000, () => ':\n'), '\n']],
];

function nested(levels: number, name: string): unknown {
  return levels === 0 ? many(20_000, () => 'x') : { [name]: nested(levels - 1, name) };
}

test.each(shapes)('%s', async (_what, events) => {
  const odd = await read(events());
  expect(odd.error).toBeNull();
  expect(odd.perByteNs / usualNs).toBeLessThan(12);
});

test('choices beyond the limit are counted, and take nothing from those within it', async () => {
  const { result, error, text } = await read(many(1_000, (at) => delta('a', at)));
  expect(error).toBeNull();
  expect(text).toBe('a'.repeat(maxChoices));
  expect(result.choices).toHaveLength(maxChoices);
  expect(result.surplusChoices).toBe(1_000 - maxChoices);
});
