/** Files that stand in the text of a reply, and other content that is easily lost. */
import { afterEach, beforeEach, expect, it, test } from 'vitest';
import { chatReply, connect, done, event, question, readStream } from '../support/gateway-client';
import { events, type HostileServer, json, type Script, startHostileServer } from '../support/hostile-server';

let server: HostileServer;
beforeEach(async () => {
  server = await startHostileServer();
});
afterEach(() => server.close());

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const other = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAA';
const url = `data:image/png;base64,${png}`;
const markdown = `![image](${url})`;

async function readWhole(script: Script) {
  server.script(script);
  const { client } = connect(server, { maxAttempts: 1 });
  const [choice] = (await client.chat.completions.create({ ...question, stream: false })).choices;
  return choice;
}

async function readStreamed(pieces: readonly string[]) {
  const deltas = pieces.map((content) => event({ choices: [{ index: 0, delta: { content } }] }));
  server.script(
    events(...deltas, event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }), done),
  );
  const { client } = connect(server, { maxAttempts: 1 });
  const stream = await client.chat.completions.create({ ...question, stream: true });
  const { text } = await readStream(stream);
  const [choice] = stream.result().choices;
  expect(choice?.text).toBe(text);
  return choice;
}

const cutInto = (text: string, size: number): readonly string[] =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size));

const filesOf = (choice: Awaited<ReturnType<typeof readWhole>>) =>
  choice?.parts.flatMap((part) =>
    part.type === 'media' && part.source.kind === 'bytes'
      ? [`${part.source.contentType} ${part.source.bytes.length}`]
      : [],
  );

/** With the text that is left, and the files. */
const forms: readonly (readonly [string, string, string, readonly string[]])[] = [
  ['in Markdown', `Here:\n\n${markdown}\n\nDone.`, 'Here:\n\n\n\nDone.', ['image/png 70']],
  ['in Markdown with a title', `![a cat](<${url}> "A cat")`, '', ['image/png 70']],
  ['in a tag', `A <img alt="cat" src="${url}" width=2/> cat`, 'A  cat', ['image/png 70']],
  ['alone', url, '', ['image/png 70']],
  ['in a sentence', `It is ${url} here`, 'It is  here', ['image/png 70']],
  [
    'twice, and another',
    `${markdown}${markdown}![](data:image/gif;base64,${other})`,
    '',
    ['image/png 70', 'image/gif 69'],
  ],
  ['without its end', `Look: ![image](${url}`, 'Look: ', ['image/png 70']],
];

it.each(forms)('takes a file from the text: %s', async (_name, text, left, files) => {
  const whole = await readWhole(json(chatReply(text)));
  expect([whole?.text, filesOf(whole)]).toEqual([left, files]);
  for (const size of [1, 7, 64]) {
    const streamed = await readStreamed(cutInto(text, size));
    expect([streamed?.text.replaceAll('!', ''), filesOf(streamed)]).toEqual([left, files]);
  }
});

it.each([
  ['in a fence', `\`\`\`css\nurl(${url})\n\`\`\``],
  ['in a span of code', `Write \`${markdown}\`.`],
  ['too short for a file', '![dot](data:image/gif;base64,R0lGODlh)'],
  ['of bytes that are none', `![dot](data:image/png;base64,${'QUFB'.repeat(40)})`],
  ['of another kind', `[file](data:text/plain;base64,${'QUFB'.repeat(40)})`],
  ['words alone', 'Some data: image, audio, video! ![alt] <img> [x](data:) data:image'],
  ['the beginning of one', 'It begins with ![image](data:image/png;base'],
  ['many beginnings', '![<img ![a](data:'.repeat(2_000)],
])('leaves it in the text: %s', async (_name, text) => {
  const whole = await readWhole(json(chatReply(text)));
  expect([whole?.text, filesOf(whole)]).toEqual([text, []]);
  const streamed = await readStreamed(cutInto(text, 9));
  expect([streamed?.text, filesOf(streamed)]).toEqual([text, []]);
});

test('a file keeps its place between texts', async () => {
  const choice = await readStreamed(['One ', markdown, ' two']);
  expect(choice?.text).toBe('One  two');
  expect(filesOf(choice)).toEqual(['image/png 70']);
});

test('images listed as bare texts are files', async () => {
  const message = { role: 'assistant', content: 'x', images: [url, other] };
  const choice = await readWhole(json({ choices: [{ message, finish_reason: 'stop' }] }));
  expect(filesOf(choice)).toEqual(['image/png 70', 'image/gif 69']);
});

test('JSON that the gateway has read for its client is kept', async () => {
  const message = { role: 'assistant', content: { answer: 42 } };
  const choice = await readWhole(json({ choices: [{ message, finish_reason: 'stop' }] }));
  expect(choice?.parts).toEqual([{ type: 'unknown', raw: { answer: 42 }, place: 0 }]);
});

test('a chunk that was written as JSON twice is read', async () => {
  const chunk = JSON.stringify({
    choices: [{ index: 0, delta: { content: 'hello' }, finish_reason: 'stop' }],
  });
  server.script(events(`data: ${JSON.stringify(chunk)}\n\n`, done));
  const { client } = connect(server, { maxAttempts: 1 });
  const { text } = await readStream(await client.chat.completions.create({ ...question, stream: true }));
  expect(text).toBe('hello');
});
