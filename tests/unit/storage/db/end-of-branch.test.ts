/** The messages that an estimate reads measure a branch as the whole of it does, and are no more than that needs. */

import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { mostPromptTokens, promptCharacters } from '../../../../electron/core/prices/prompt-size';
import { openStorage } from '../../../../electron/storage/storage';
import { ownParts, written } from '../../../../shared/chat/written-parts';
import { tempFolder } from '../../../support/temp-folder';

interface Turn {
  readonly asked: string;
  readonly hasImage: boolean;
  readonly reply: string;
  readonly model: string;
  readonly promptTokens: number | null;
}

const image = { id: 'a'.repeat(64), name: 'fox.png', kind: 'image' } as const;

function openBranches() {
  const { storage } = openStorage(tempFolder(), 0);
  onTestFinished(() => storage.close());
  storage.files.put(
    {
      ...{ id: image.id, kind: image.kind, contentType: 'image/png', bytes: 9, width: 1, height: 1 },
      ...{ durationMs: null, hasThumbnail: false },
    },
    0,
  );
  let chats = 0;
  /** @returns the newest message of a chat with these turns */
  const write = (turns: readonly Turn[]) => {
    const conversationId = `chat-${chats++}`;
    storage.conversations.create({ id: conversationId, title: '', createdAt: 0, model: null, settings: {} });
    let parentId: string | null = null;
    const call = { conversationId, profileId: null, idempotencyKey: null, createdAt: 0 };
    for (const [at, { asked, hasImage, reply, model, promptTokens }] of turns.entries()) {
      const [userId, id] = [`${conversationId}-${at}-u`, `${conversationId}-${at}-a`];
      const user = { ...call, id: userId, parentId, status: 'complete', model: null } as const;
      storage.messages.insert({ ...user, role: 'user', parts: ownParts(asked, hasImage ? [image] : []) });
      const answer = { ...user, id, parentId: userId, role: 'assistant', parts: ownParts(reply) } as const;
      storage.messages.insert({ ...answer, model });
      const usage = promptTokens === null ? null : { promptTokens, completionTokens: 1 };
      const stored = storage.messages.get(id);
      if (stored) storage.messages.update({ ...stored, parts: written(stored.parts), usage });
      parentId = id;
    }
    return { conversationId, leafId: parentId ?? '' };
  };
  return { storage, write };
}

const turn: fc.Arbitrary<Turn> = fc.record({
  asked: fc.string({ maxLength: 9 }),
  hasImage: fc.boolean(),
  reply: fc.string({ maxLength: 9 }),
  model: fc.constantFrom('one', 'other'),
  promptTokens: fc.option(fc.nat(99), { freq: 2 }),
});

test('measure it as the whole branch does', () => {
  const { storage, write } = openBranches();
  fc.assert(
    fc.property(
      fc.array(turn, { minLength: 1, maxLength: 6 }),
      fc.constantFrom('one', 'new'),
      (turns, model) => {
        const { conversationId, leafId } = write(turns);
        const whole = storage.messages.pathEndingIn(conversationId, leafId, 100).messages;
        const end = storage.messages.endOfBranch(conversationId, leafId, model);
        const settings = { systemPrompt: 'be brief' };
        expect(promptCharacters(end, settings)).toBe(promptCharacters(whole, settings));
        expect(mostPromptTokens(end, { ...settings, model })).toBe(
          mostPromptTokens(whole, { ...settings, model }),
        );
      },
    ),
    { numRuns: 80 },
  );
});

test('are only the end, where its own count or an image says that no more can be known', () => {
  const { storage, write } = openBranches();
  const plain = { asked: 'x', hasImage: false, reply: 'y', model: 'one', promptTokens: 5 };
  const { conversationId, leafId } = write([...Array(9).fill(plain), { ...plain, hasImage: true }]);
  const read = (model: string) => storage.messages.endOfBranch(conversationId, leafId, model).length;
  expect([read('one'), read('new')]).toEqual([1, 2]);
});
