/** Whatever is done to the rows, the index of words holds what they say: no more, no less. */

import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Storage } from '../../../../electron/core/ports/storage';
import { openDatabase } from '../../../../electron/storage/db/driver';
import { openStorage } from '../../../../electron/storage/storage';
import { ownParts } from '../../../../shared/chat/written-parts';
import { wordsOfText } from '../../../../shared/text/search-text';
import { tempFolder } from '../../../support/temp-folder';

const WORDS = ['fox', 'boat', '部署', 'übung'];
const columns = {
  messages: ['text'],
  media: ['prompt', 'model', 'file_name', 'note', 'tags'],
  prompts: ['name', 'tags', 'text'],
};

const word = fc.constantFrom(...WORDS);
const id = fc.constantFrom('1', '2', '3');
const step = fc.oneof(
  fc.record({ does: fc.constant('chat' as const), id, word }),
  fc.record({ does: fc.constant('ask' as const), id, word }),
  fc.record({ does: fc.constant('stream' as const), id, word }),
  fc.record({ does: fc.constant('end' as const), id, word }),
  fc.record({ does: fc.constant('continue' as const), id, word }),
  fc.record({ does: fc.constant('delete chat' as const), id, word }),
  fc.record({ does: fc.constant('result' as const), id, word }),
  fc.record({ does: fc.constant('rename' as const), id, word }),
  fc.record({ does: fc.constant('order' as const), id, word }),
  fc.record({ does: fc.constant('forget' as const), id, word }),
  fc.record({ does: fc.constant('prompt' as const), id, word }),
  fc.record({ does: fc.constant('delete prompt' as const), id, word }),
  fc.record({ does: fc.constant('index' as const), id, word }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

let serial = 0;
const steps: Readonly<Record<Step['does'], (storage: Storage, step: Step) => void>> = {
  chat({ conversations }, one) {
    if (conversations.get(one.id)) conversations.rename(one.id, one.word, true);
    else conversations.create({ id: one.id, title: one.word, createdAt: 1, model: 'm', settings: {} });
  },
  ask: (storage, one) => addMessage(storage, one, 'complete'),
  stream: (storage, one) => addMessage(storage, one, 'streaming'),
  end({ messages }, one) {
    const reply = newestOf(messages, one.id);
    if (reply)
      messages.update({
        ...reply,
        parts: ownParts(`${reply.text} ${one.word}`),
        status: 'complete',
        finishedAt: 2,
      });
  },
  continue({ messages }, one) {
    const reply = newestOf(messages, one.id);
    if (reply) messages.reopen(reply.id, { model: 'm', profileId: 'p', idempotencyKey: `key-${serial++}` });
  },
  'delete chat'({ conversations }, one) {
    conversations.setRemoved(one.id, 1);
    conversations.purgeRemoved();
  },
  result({ media }, one) {
    if (media.get(one.id)) return;
    const file = {
      folder: '/r',
      fileName: `${one.word}.png`,
      kind: 'image',
      contentType: 'image/png',
    } as const;
    const facts = { bytes: 1, width: 1, height: 1, durationMs: null, position: 0 };
    const call = { modality: 'image', model: 'm', prompt: one.word, parameters: {}, extra: {} } as const;
    media.insert({
      id: one.id,
      ...file,
      ...facts,
      origin: { ...call, cost: null, jobId: one.id, createdAt: 1 },
    });
  },
  order: ({ media }, one) => {
    if (media.get(one.id)) media.update(one.id, { note: one.word, tags: [one.word] });
  },
  rename: ({ media }, one) => media.update(one.id, { fileName: `${one.word}.png` }),
  forget({ media }, one) {
    media.setRemoved([one.id], 1);
    media.forget(one.id);
  },
  prompt: ({ prompts }, one) =>
    prompts.put({ id: one.id, name: one.word, text: one.word, tags: [one.word] }, 1),
  'delete prompt'({ prompts }, one) {
    prompts.setRemoved(one.id, 1);
    prompts.purgeRemoved();
  },
  index: ({ upkeep }) => void upkeep.indexSome(),
};

function addMessage(
  { conversations, messages }: Storage,
  { id: chat, word: text }: Step,
  status: 'complete' | 'streaming',
) {
  if (!conversations.get(chat)) return;
  const call = { model: 'm', profileId: 'p', idempotencyKey: null, createdAt: 1, parentId: null };
  messages.insert({
    ...call,
    id: `m${serial++}`,
    conversationId: chat,
    role: 'assistant',
    parts: ownParts(text),
    status,
  });
}

const newestOf = (messages: Storage['messages'], chat: string) => messages.tree(chat).at(-1);

function expectIndexed(folder: string): void {
  const database = openDatabase(join(folder, 'gatehouse.db'), { readonly: true });
  try {
    for (const [table, names] of Object.entries(columns)) {
      const own = `seq, ${names.join(" || ' ' || ")} AS text`;
      const said = 'status, seq, (SELECT content FROM message_parts WHERE message_seq = seq) AS text';
      const rows = database.all<{ seq: number; text: string; status?: string }>(
        `SELECT ${table === 'messages' ? said : own} FROM ${table}`,
      );
      const known = rows.filter(({ status }) => status !== 'streaming').map(({ seq }) => seq);
      const streaming = new Set(rows.filter(({ status }) => status === 'streaming').map(({ seq }) => seq));
      const all = database.all<{ rowid: number }>(`SELECT rowid FROM ${table}_words ORDER BY rowid`);
      expect(all.map(({ rowid }) => rowid).filter((seq) => !streaming.has(seq))).toEqual(
        known.sort((a, b) => a - b),
      );
      for (const one of WORDS) {
        const quoted = `"${wordsOfText(one).trim()}"`;
        const found = database
          .all<{ rowid: number }>(
            `SELECT rowid FROM ${table}_words WHERE ${table}_words MATCH ? ORDER BY rowid`,
            quoted,
          )
          .map(({ rowid }) => rowid)
          .filter((seq) => !streaming.has(seq));
        const said = rows.filter(({ text, status }) => status !== 'streaming' && text.includes(one));
        expect([table, one, found]).toEqual([table, one, said.map(({ seq }) => seq).sort((a, b) => a - b)]);
      }
    }
  } finally {
    database.close();
  }
}

test('after any steps', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 20, maxLength: 60, size: 'max' }), (plan) => {
      const folder = tempFolder();
      const { storage } = openStorage(folder, 0);
      try {
        for (const chat of ['1', '2', '3'] as const)
          steps.chat(storage, { does: 'chat', id: chat, word: 'fox' });
        for (const one of plan) steps[one.does](storage, one);
        while (storage.upkeep.indexSome());
        expectIndexed(folder);
      } finally {
        storage.close();
      }
    }),
    { numRuns: 12 },
  );
});
