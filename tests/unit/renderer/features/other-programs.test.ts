/** Chats that people bring from other programs, in the forms of their exports. */
import { describe, expect, it, test } from 'vitest';
import { readChats } from '../../../../renderer/features/archive/other-programs/read-chats';
import { type ConversationFile, conversationFileSchema } from '../../../../shared/chat/conversation-file';

const now = Date.UTC(2026, 10, 30);

function read(value: unknown) {
  const found = readChats(typeof value === 'string' ? value : JSON.stringify(value), now);
  if (found === null) throw new Error('nothing was read');
  for (const chat of found.chats) expect(conversationFileSchema.safeParse(chat).error).toBeUndefined();
  return found;
}

/** Each message with the place of its parent, as far as a person sees it. */
const rows = ({ messages }: ConversationFile) =>
  messages.map(({ role, text, parentId }) => [messages.findIndex(({ id }) => id === parentId), role, text]);
const shown = ({ messages, leafId }: ConversationFile) => messages.find(({ id }) => id === leafId)?.text;

describe('ChatGPT', () => {
  const node = (id: string, parent: string | null, message: object | null) => ({
    id,
    parent,
    message,
    children: [],
  });
  const said = (role: string, parts: unknown[], more: object = {}) => ({
    author: { role },
    create_time: 1_700_000_000.5,
    content: { content_type: 'text', parts },
    recipient: 'all',
    ...more,
  });
  it('is kept whole where parents go in a circle, or a message is its own', () => {
    const mapping = {
      a: node('a', 'c', said('user', ['A'])),
      b: node('b', 'a', said('assistant', ['B'])),
      c: node('c', 'b', said('user', ['C'])),
      own: node('own', 'own', said('user', ['D'])),
      first: node('first', null, said('user', ['E'])),
    };
    const [file] = read([{ title: 'Circle', mapping, current_node: 'b' }]).chats as [ConversationFile];
    expect(rows(file)).toEqual([
      [-1, 'user', 'E'],
      [-1, 'user', 'A'],
      [1, 'assistant', 'B'],
      [2, 'user', 'C'],
      [-1, 'user', 'D'],
    ]);
    expect(shown(file)).toBe('B');
  });

  it('may have more replies to one message than a call takes arguments', () => {
    const replies = Array.from({ length: 200_000 }, (_, at) => [
      `r${at}`,
      node(`r${at}`, 'q', said('assistant', ['R'])),
    ]);
    const mapping = { q: node('q', null, said('user', ['Q'])), ...Object.fromEntries(replies) };
    const found = readChats(JSON.stringify([{ title: 'Wide', mapping }]), now);
    expect(found?.chats[0]?.messages).toHaveLength(200_001);
  });

  const chat = {
    title: 'Tides',
    create_time: 1_700_000_000.25,
    current_node: 'a2',
    mapping: {
      root: node('root', null, null),
      system: node('system', 'root', said('system', [''])),
      a2: node('a2', 'tool', said('assistant', ['The second answer'], { metadata: { model_slug: 'gpt-x' } })),
      u: node('u', 'system', said('user', ['Why are there tides?', { asset_pointer: 'file-service://x' }])),
      a1: node('a1', 'u', said('assistant', ['The first answer'])),
      call: node('call', 'u', said('assistant', ['search("tides")'], { recipient: 'web' })),
      tool: node('tool', 'call', said('tool', ['A page'])),
    },
  };

  test('keeps the branches, and what follows a step of a tool', () => {
    const { program, chats, leftOut } = read([chat]);
    expect(program).toBe('ChatGPT');
    const [file] = chats as [ConversationFile];
    expect(file).toMatchObject({ title: 'Tides', createdAt: 1_700_000_000_250, model: null });
    expect(rows(file)).toEqual([
      [-1, 'user', 'Why are there tides?'],
      [0, 'assistant', 'The first answer'],
      [0, 'assistant', 'The second answer'],
    ]);
    expect(shown(file)).toBe('The second answer');
    expect(file.messages.at(-1)?.model).toBe('gpt-x');
    expect(leftOut).toBe(3);
  });

  test('keeps thoughts and code, and leaves out chats without a message', () => {
    const thoughts = { content_type: 'thoughts', thoughts: [{ summary: 'The moon', content: 'pulls' }] };
    const code = { content_type: 'code', language: 'python', text: 'print(1)' };
    const mapping = {
      t: node('t', null, said('assistant', [], { content: thoughts })),
      c: node('c', 't', said('assistant', [], { content: code })),
    };
    const { chats } = read([
      { title: 'Empty', mapping: {} },
      { title: null, mapping },
    ]);
    expect(chats).toHaveLength(1);
    expect(chats[0]?.messages[0]?.parts).toEqual([{ type: 'reasoning', text: 'The moon\npulls' }]);
    expect(chats[0]?.messages[1]?.text).toBe('```python\nprint(1)\n```');
  });

  test('reads a chat of 20,000 messages in a row', () => {
    const mapping = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, at) => [
        `n${at}`,
        node(`n${at}`, at === 0 ? null : `n${at - 1}`, said(at % 2 === 0 ? 'user' : 'assistant', [`${at}`])),
      ]),
    );
    const { chats } = read([{ title: 'Long', mapping, current_node: 'n19999' }]);
    expect(shown(chats[0] as ConversationFile)).toBe('19999');
  });
});

test('Claude: blocks, attached texts and thinking', () => {
  const { program, chats, leftOut } = read([
    {
      uuid: 'c',
      name: '',
      created_at: '2026-01-02T03:04:05.000Z',
      chat_messages: [
        {
          ...{ uuid: '1', sender: 'human', text: 'old', created_at: '2026-01-02T03:04:06Z' },
          content: [{ type: 'text', text: 'What does it say?' }],
          attachments: [{ file_name: 'a.txt', extracted_content: 'Hello' }],
          files: [{ file_name: 'b.png' }],
        },
        {
          ...{ uuid: '2', sender: 'assistant', text: '' },
          content: [
            { type: 'thinking', thinking: 'It greets.' },
            { type: 'text', text: 'A greeting.' },
          ],
        },
      ],
    },
  ]);
  expect([program, leftOut]).toEqual(['Claude', 1]);
  const [file] = chats as [ConversationFile];
  expect(file).toMatchObject({ title: 'a.txt', createdAt: Date.UTC(2026, 0, 2, 3, 4, 5) });
  expect(rows(file)).toEqual([
    [-1, 'user', 'a.txt\n\nHello\n\nWhat does it say?'],
    [0, 'assistant', 'A greeting.'],
  ]);
  expect(file.messages[1]?.parts?.[0]).toEqual({ type: 'reasoning', text: 'It greets.' });
});

test('Open WebUI: the tree, its system prompt, its thinking, and which branch is open', () => {
  const message = (id: string, parentId: string | null, role: string, content: string) => ({
    ...{ id, parentId, role, content, timestamp: 1_700_000_000, childrenIds: [], model: 'llama' },
  });
  const thinking =
    '<details type="reasoning" done="true" duration="2">\n<summary>Thought for 2 seconds</summary>\n&gt; Hm.\n</details>\n';
  const messages = {
    u: message('u', null, 'user', 'Hello'),
    b: message('b', 'u', 'assistant', `${thinking}Second`),
    a: message('a', 'u', 'assistant', 'First'),
  };
  const chat = { title: 'Greeting', params: { system: 'Be brief.' }, history: { messages, currentId: 'b' } };
  const { program, chats } = read([{ id: 'x', created_at: 1_700_000_000, chat }]);
  expect(program).toBe('Open WebUI');
  const [file] = chats as [ConversationFile];
  expect(file.settings).toEqual({ systemPrompt: 'Be brief.' });
  expect(rows(file)).toEqual([
    [-1, 'user', 'Hello'],
    [0, 'assistant', 'Second'],
    [0, 'assistant', 'First'],
  ]);
  expect(shown(file)).toBe('Second');
  expect(file.messages[1]?.parts?.[0]).toEqual({ type: 'reasoning', text: 'Hm.' });
});

test('Open WebUI: thinking between the words of a reply is folded, and what never closes is text, however much of it', () => {
  const opening = '<details type="reasoning" done="true">';
  const part = (thought: string) => `${opening}\n<summary>Thought</summary>\n${thought}\n</details>\n\n`;
  const open = opening.repeat(100_000);
  const messages = {
    a: { id: 'a', parentId: null, role: 'assistant', content: `${part('One')}First, ${part('Two')}second` },
    b: { id: 'b', parentId: 'a', role: 'assistant', content: open },
  };
  const [file] = read([{ id: 'x', chat: { title: 'Long', history: { messages, currentId: 'b' } } }])
    .chats as [ConversationFile];
  expect(file.messages[0]?.parts).toEqual([
    { type: 'reasoning', text: 'One\n\nTwo' },
    { type: 'text', text: 'First, second' },
  ]);
  expect(file.messages[1]?.text.startsWith(opening)).toBe(true);
  expect(file.messages[1]?.parts).toBeUndefined();
});

test('LM Studio: versions of a reply are branches, and the chosen one goes on', () => {
  const user = (text: string) => ({ type: 'singleStep', role: 'user', content: [{ type: 'text', text }] });
  const reply = (text: string) => ({
    type: 'multiStep',
    role: 'assistant',
    steps: [
      { type: 'contentBlock', style: { type: 'thinking' }, content: [{ type: 'text', text: 'Hm.' }] },
      { type: 'contentBlock', genInfo: { identifier: 'qwen' }, content: [{ type: 'text', text }] },
      { type: 'debugInfoBlock' },
    ],
  });
  const { program, chats } = read({
    name: 'Local',
    createdAt: 1_700_000_000_000,
    systemPrompt: 'Be kind.',
    messages: [
      { versions: [user('Hello')], currentlySelected: 0 },
      { versions: [reply('One'), reply('Two')], currentlySelected: 1 },
      { versions: [user('And now?')], currentlySelected: 0 },
    ],
  });
  expect(program).toBe('LM Studio');
  const [file] = chats as [ConversationFile];
  expect(file).toMatchObject({ title: 'Local', settings: { systemPrompt: 'Be kind.' } });
  expect(rows(file)).toEqual([
    [-1, 'user', 'Hello'],
    [0, 'assistant', 'One'],
    [0, 'assistant', 'Two'],
    [2, 'user', 'And now?'],
  ]);
  expect(file.messages[2]).toMatchObject({ model: 'qwen', parts: [{ type: 'reasoning' }, { type: 'text' }] });
});

test('SillyTavern: swipes are branches', () => {
  const lines = [
    { user_name: 'Me', character_name: 'Clara', create_date: '2026-01-02T03:04:05Z', chat_metadata: {} },
    { name: 'Clara', is_user: false, mes: 'Hello.', send_date: 'January 2, 2026 3:04am' },
    { name: 'Me', is_user: true, mes: 'Hi.', send_date: 1_767_323_045_000 },
    {
      name: 'Clara',
      is_user: false,
      mes: 'B',
      swipes: ['A', 'B'],
      swipe_id: 1,
      extra: { model: 'm', reasoning: 'Hm.' },
    },
  ];
  const { program, chats } = read(lines.map((line) => JSON.stringify(line)).join('\n'));
  expect(program).toBe('SillyTavern');
  const [file] = chats as [ConversationFile];
  expect(file.title).toBe('Clara');
  expect(rows(file)).toEqual([
    [-1, 'assistant', 'Hello.'],
    [0, 'user', 'Hi.'],
    [1, 'assistant', 'A'],
    [1, 'assistant', 'B'],
  ]);
  expect(shown(file)).toBe('B');
});

test.each(['', '{', '[]', '{"a":1}', '[{"role":"user","content":"x"}]', '{"mes":1}\n{"b":2}', 'hello'])(
  '%s is of no program',
  (text) => expect(readChats(text, now)).toBeNull(),
);
