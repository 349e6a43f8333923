/** A chat with everything that a chat can hold, taken through the other rooms of the app: each sends the same of it. */
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { aRound, settled } from '../../../support/compare-core';
import { pdfOf } from '../../../support/documents';
import { gif, wav } from '../../../support/media-files';
import { paidApp } from '../../../support/paid-app';

const held = paidApp();
const chatPath = '/chat/completions';
const model = 'm';
const settingsOf = { temperature: 0.5, responseFormat: 'json_object', stream: false } as const;
const long = 'Ünïcode 漢字 مرحبا 👩‍👩‍👧‍👦 '.repeat(7_000);

type Json = Record<string, unknown>;

const call = (id: string, name: string, given: string) => ({
  type: 'toolCall',
  raw: { id, type: 'function', function: { name, arguments: given } },
});
const result = (id: string, content: string) => ({
  type: 'toolResult',
  raw: { role: 'tool', tool_call_id: id, content },
});
const point = (ttl?: string) => ({
  type: 'fields',
  raw: { onLast: { cache_control: { type: 'ephemeral', ...(ttl && { ttl }) } } },
});
const text = (said: string) => ({ type: 'text', text: said });
const signed = {
  type: 'thinking',
  raw: { reasoning_details: [{ type: 'reasoning.encrypted', data: 'c2ln' }] },
};

async function files() {
  const add = async (name: string, bytes: Uint8Array) => {
    const { id, kind } = await held.app.tell('attachments.add', {
      name,
      base64: Buffer.from(bytes).toString('base64'),
    });
    return { type: kind, sha256: id, name };
  };
  return [
    await add('dot.gif', gif),
    await add('voice.wav', wav(1)),
    { ...(await add('rent.pdf', pdfOf(['Rent is 900', 'Heating is 120']))), way: 'text' },
  ];
}

async function fileOf(): Promise<Json> {
  const framed = {
    role: 'user',
    messages: [
      { role: 'user', name: 'ana', content: [{ type: 'text', text: null }, null], x_more: { a: [1] } },
    ],
    gaps: [
      [0, 'content', 0, 'text'],
      [0, 'content', 1],
    ],
  };
  const branch: [role: string, parts: unknown[], more?: Json][] = [
    ['system', [text('Be brief'), point('1h')]],
    ['developer', [text('Rule A')]],
    ['developer', [text('Rule B')]],
    ['user', [text('What is it?'), ...(await files()), point()]],
    [
      'assistant',
      [
        { type: 'reasoning', text: 'Two tools.' },
        signed,
        text('I look.'),
        call('c1', 'weather', '{"city":"Oslo"}'),
        call('c2', 'clock', '{"zone": '),
      ],
      {
        thinkingMs: 1_200,
        usage: { promptTokens: 9, completionTokens: 5, reasoningTokens: 2, cachedTokens: 4 },
      },
    ],
    ['tool', [result('c1', '3'), result('c2', 'The zone is cut off.')]],
    [
      'assistant',
      [text('Three degrees.'), { type: 'citation', raw: { type: 'url_citation', url: 'https://a.b/' } }],
      { logprobs: [{ token: 'Three', logprob: -0.1, others: [] }] },
    ],
    [
      'user',
      [text('Look'), { type: 'unknown', raw: { type: 'chart', data: [1] } }, { type: 'fields', raw: framed }],
    ],
    ['assistant', [{ type: 'refusal', text: 'I can’t.' }], { finishReason: 'stop' }],
    ['user', [text(long)]],
    [
      'assistant',
      [text('Half of')],
      {
        status: 'failed',
        error: { code: 'upstream', message: 'It broke.', outcomeUnknown: true },
        askedFormat: 'json',
      },
    ],
    ['user', [text('Go on')]],
    ['assistant', [text('{"a": 1}')], { askedFormat: 'json' }],
  ];
  return {
    format: 'gatehouse-conversation',
    formatVersion: 2,
    title: 'Everything',
    createdAt: 1,
    model,
    settings: settingsOf,
    leafId: `m${branch.length - 1}`,
    messages: branch.map(([role, parts, more], at) => ({
      ...{ id: `m${at}`, parentId: at === 0 ? null : `m${at - 1}`, role, text: '', parts, createdAt: at + 1 },
      ...{ status: 'complete', model: role === 'assistant' ? model : null, ...more },
    })),
  };
}

const branchOf = async (conversationId: string) =>
  (await held.app.tell('messages.page', { conversationId, beforeId: null, limit: 50 })).messages;

/** What the next request for the last reply of a chat has. */
async function sentAgain(conversationId: string): Promise<Json> {
  const messageId = (await branchOf(conversationId)).at(-1)?.id ?? '';
  const { replyId } = await held.app.tell('chat.regenerate', { messageId, replyId: randomUUID() });
  await held.app.until(() => held.app.message(replyId)?.status === 'complete');
  return held.gateway.requests.findLast(({ path }) => path === chatPath)?.body ?? {};
}

let id = '';
let sent: Json;
beforeEach(async () => {
  held.gateway.on(chatPath, () => ({
    body: { choices: [{ index: 0, message: { role: 'assistant', content: 'Yes.' } }] },
  }));
  ({ conversationId: id } = await held.app.tell('conversations.import', {
    json: JSON.stringify(await fileOf()),
  }));
  sent = await sentAgain(id);
});

test('the code of the chat is its request, with the round of tools before it', async () => {
  await held.app.tell('conversations.configure', { id, model, settings: settingsOf });
  const asked = { of: 'chat', conversationId: id, text: '', model, settings: settingsOf } as const;
  const { bodies, files } = await held.app.tell('code.request', asked);
  const marked = JSON.stringify(sent).replace(/"(data:image\/gif;base64,[^"]*|UklGR[^"]*)"/g, '"FILE"');
  const shown = files.reduce((text, { marker }) => text.replace(marker, 'FILE'), JSON.stringify(bodies[0]));
  expect(JSON.parse(shown)).toEqual(JSON.parse(marked));
  const branch = await branchOf(id);
  const results = branch.findIndex(({ role }) => role === 'tool');
  const newId = randomUUID();
  await held.app.tell('conversations.fork', { messageId: branch[results]?.id ?? '', newId });
  const open = await held.app.tell('code.request', { ...asked, conversationId: newId });
  expect(open.bodies[0]?.messages).toHaveLength(6);
});

test('a document says its pages the first time that it is sent', () => {
  expect(JSON.stringify(sent)).toContain('rent.pdf, 2 pages');
});

test('a file of the chat brings all of it back: it sends the same, and says why replies failed and what was asked', async () => {
  const { text: json } = await held.app.tell('conversations.export', { id, format: 'json' });
  const { conversationId } = await held.app.tell('conversations.import', { json });
  const told = async (of: string) =>
    (await branchOf(of)).map(
      ({ role, text: said, status, error, askedFormat, usage, thinkingMs, hasLogprobs }) => [
        ...[role, said, status, error, askedFormat, usage, thinkingMs, hasLogprobs],
      ],
    );
  expect(await told(conversationId)).toEqual(await told(id));
  expect((await told(id)).flat()).toContainEqual({
    code: 'upstream',
    message: 'It broke.',
    outcomeUnknown: true,
  });
  expect(await sentAgain(conversationId)).toEqual(sent);
});

test('a fork and a comparison that takes the chat along send the same', async () => {
  const branch = await branchOf(id);
  const newId = randomUUID();
  await held.app.tell('conversations.fork', { messageId: branch.at(-1)?.id ?? '', newId });
  expect(await sentAgain(newId)).toEqual(sent);
  const afterMessageId = branch.at(-3)?.id ?? '';
  const round = aRound(
    [
      { model, prompt: 'Go on', settings: settingsOf },
      { model: 'other', prompt: 'Go on' },
    ],
    {
      afterMessageId,
    },
  );
  await held.app.tell('compare.send', round);
  await settled(held.app, round.id);
  const both = held.gateway.requests.filter(({ path }) => path === chatPath).slice(-2);
  expect(both.map(({ body }) => body.model).sort()).toEqual(['m', 'other']);
  for (const { body } of both) expect(body.messages).toEqual(sent.messages);
  const own = await held.app.tell('experiments.planFrom', { kind: 'comparison', id: round.id });
  expect(own.cases[0]).toMatchObject({
    attachments: [{ name: 'dot.gif' }, { name: 'voice.wav' }, { way: 'text' }],
  });
});

test('questions go to other models with their files and what was said before them', async () => {
  const { cases, variants } = await held.app.tell('experiments.planFrom', { kind: 'chat', id });
  expect(
    cases.map(({ variables, attachments }) => [variables.prompt, attachments.map(({ name }) => name)]),
  ).toEqual([
    ['What is it?', ['dot.gif', 'voice.wav', 'rent.pdf']],
    ['Look', []],
    [long, []],
    ['Go on', []],
  ]);
  expect(variants[0]).toMatchObject({
    settings: { systemPrompt: 'Be brief\n\nRule A\n\nRule B', temperature: 0.5 },
  });
});

test('Markdown has what is said and what is unknown, and no marks of the app', async () => {
  const { text: shown } = await held.app.tell('conversations.export', { id, format: 'markdown' });
  for (const part of [
    '## Developer',
    '"name": "ana"',
    '"x_more"',
    'chart',
    '> Declined: I can’t.',
    'It broke.',
    long,
  ])
    expect(shown).toContain(part);
  for (const part of ['onLast', 'gaps', 'c2ln']) expect(shown).not.toContain(part);
});
