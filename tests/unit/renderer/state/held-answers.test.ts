import '../../../support/page-globals';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  loadBatch,
  loadBatches,
  loadRows,
  openRows,
} from '../../../../renderer/features/batch/batch-actions';
import { loadCalls } from '../../../../renderer/features/inspector/inspector-actions';
import { loadJobs, loadLibrary } from '../../../../renderer/media/job-actions';
import { forkFrom } from '../../../../renderer/parts/chat/conversation-actions';
import { duplicatePrompt, loadPrompts } from '../../../../renderer/parts/prompts/prompt-actions';
import { useCoreState } from '../../../../renderer/state/core/core-state';
import { loadConversation, loadMessages } from '../../../../renderer/state/core/pages';
import { aBatch, untilDone } from '../../../support/batches';
import { openTestCore, type TestCore } from '../../../support/core';
import { type HeldWindow, openHeldWindow } from '../../../support/held-answers';

let app: TestCore;
let page: HeldWindow;
beforeAll(async () => {
  app = await openTestCore();
  page = await openHeldWindow(app);
});
afterAll(async () => {
  // Other files share this process: a window without a page makes a reader of PDF take it for a browser.
  vi.unstubAllGlobals();
  await app.close();
});

const reported = () => useCoreState.getState();
const known = <Found>(find: () => Found | undefined | null | false) =>
  vi.waitUntil(() => find() || false, { timeout: 100_000, interval: 5 });

/** Asks, lets something happen while the answer is held back, and hands the answer over after it. */
async function answeredLate(
  name: Parameters<HeldWindow['hold']>[0],
  ask: () => Promise<unknown>,
  meanwhile: () => Promise<unknown>,
): Promise<void> {
  const held = page.hold(name);
  const asked = ask();
  await held.answered;
  await meanwhile();
  held.letGo();
  await asked;
}

/** A chat that the window's list has not come to: as if it stood far down in it. */
async function unlistedChat(): Promise<string> {
  const { conversationId } = await app.chat('Hello');
  await page.reconnect();
  useCoreState.setState({ conversations: {}, messages: {} });
  return conversationId;
}

describe('a late answer does not undo newer events', () => {
  it('of a renamed conversation', async () => {
    const id = await unlistedChat();
    await answeredLate(
      'conversations.get',
      () => loadConversation(id),
      async () => {
        await app.tell('conversations.rename', { id, title: 'New' });
        await known(() => reported().conversations[id]?.title === 'New');
      },
    );
    expect(reported().conversations[id]?.title).toBe('New');
  });

  it('of a deleted conversation', async () => {
    const id = await unlistedChat();
    await answeredLate(
      'conversations.get',
      () => loadConversation(id),
      async () => {
        await app.tell('conversations.remove', { id });
        await known(() => reported().removedIds.has(id));
      },
    );
    expect(reported().conversations[id]).toBeUndefined();
  });

  it('of a message whose reply now has a sibling', async () => {
    const { conversationId, reply } = await app.chat('Again');
    await answeredLate(
      'messages.page',
      () => loadMessages(conversationId, null),
      async () => {
        const replyId = randomUUID();
        await app.tell('chat.regenerate', { messageId: reply.id, replyId });
        await known(() => reported().messages[replyId]?.status === 'complete');
      },
    );
    expect(reported().messages[reply.id]?.siblingIds).toHaveLength(2);
  });

  it('of a batch that continued', async () => {
    const request = aBatch();
    await app.tell('batches.create', request);
    await answeredLate(
      'batches.get',
      () => loadBatch(request.id),
      async () => {
        await untilDone(app, request.id);
        await known(() => reported().batches[request.id]?.status === 'completed');
      },
    );
    expect(reported().batches[request.id]).toMatchObject({ status: 'completed', counts: { done: 5 } });
  });

  it('of a deleted batch, requested alone or in the list', async () => {
    const request = aBatch();
    await app.tell('batches.create', request);
    await untilDone(app, request.id);
    const remove = async () => {
      await app.tell('batches.remove', { id: request.id });
      await known(() => reported().batches[request.id] === undefined);
    };
    await answeredLate('batches.get', () => loadBatch(request.id), remove);
    expect(reported().batches[request.id]).toBeUndefined();
    await app.tell('batches.restore', { id: request.id });
    await answeredLate('batches.page', loadBatches, remove);
    expect(reported().batches[request.id]).toBeUndefined();
  });

  it('of waiting rows when the batch has none any more', async () => {
    const request = aBatch();
    await app.tell('batches.create', request);
    const close = openRows(request.id);
    await answeredLate(
      'batches.rows',
      () => loadRows(request.id, 0),
      async () => {
        await app.tell('batches.stop', { id: request.id });
        await known(() => reported().batches[request.id]?.counts.waiting === 0);
      },
    );
    const rows = Object.values(reported().batchRows?.rows ?? {});
    expect(rows.filter(({ status }) => status === 'waiting')).toEqual([]);
    close();
  });

  it('of rows that are no longer displayed', async () => {
    const request = aBatch();
    await app.tell('batches.create', request);
    await untilDone(app, request.id);
    const close = openRows(request.id);
    await answeredLate(
      'batches.rows',
      () => loadRows(request.id, 0),
      async () => close(),
    );
    expect(reported().batchRows).toBeNull();
  });

  it('of a job that has ended since, requested before the connection was cut', async () => {
    const id = randomUUID();
    await app.tell('jobs.create', {
      id,
      modality: 'video',
      model: 'sandbox/kinograph',
      prompt: 'A hill',
      parameters: {},
      extra: {},
    });
    await known(() => reported().jobs[id]);
    await answeredLate(
      'jobs.page',
      () => loadJobs('video'),
      async () => {
        expect(reported().jobs[id]?.finishedAt).toBeNull();
        await app.tell('jobs.cancel', { id });
        await known(() => reported().jobs[id]?.finishedAt != null);
        await page.reconnect();
        // As if the page of the new snapshot did not reach down to it.
        useCoreState.setState({ jobs: {}, jobCursors: {} });
      },
    );
    expect(reported().jobs[id]?.finishedAt).not.toBeNull();
  });
});

describe('a list that was requested before newer events is loaded again', () => {
  it('of the library, when a result arrived', async () => {
    const filter = {};
    await loadLibrary(filter, true);
    await answeredLate(
      'library.page',
      () => loadLibrary(filter, true),
      async () => {
        const id = randomUUID();
        await app.tell('jobs.create', {
          ...{
            id,
            modality: 'image',
            model: 'sandbox/aurora',
            prompt: 'A lake',
            parameters: {},
            extra: {},
          },
        });
        await known(() => reported().jobs[id]?.media.length);
      },
    );
    expect(reported().library).toMatchObject({ isStale: true });
  });

  it('of the prompts, when one was saved', async () => {
    await answeredLate(
      'prompts.page',
      () => loadPrompts('', null, true),
      async () => {
        await app.tell('prompts.save', { id: randomUUID(), name: 'One', text: 'Text', tags: [] });
        await known(() => app.events.some(({ type }) => type === 'prompt.changed'));
      },
    );
    expect(reported().promptList).toMatchObject({ isStale: true });
  });

  it('of the requests, when they were cleared', async () => {
    await app.chat('One more call');
    await loadCalls('', true);
    expect(reported().callList?.calls.length).toBeGreaterThan(0);
    await answeredLate(
      'inspector.list',
      () => loadCalls('', true),
      async () => {
        await app.tell('inspector.clear', {});
        await known(() => reported().callList?.calls.length === 0);
      },
    );
    expect(reported().callList).toMatchObject({ calls: [], isStale: true });
  });
});

describe('a press that is repeated after its answer was lost makes one copy, not two', () => {
  it('of a fork', async () => {
    const { reply } = await app.chat('Hello');
    const chats = async () =>
      (await app.tell('conversations.list', { cursor: null, limit: 50 })).conversations;
    const before = (await chats()).length;
    page.lose('conversations.fork');
    await forkFrom(reply);
    expect(await chats()).toHaveLength(before + 1);
    await forkFrom(reply);
    expect(await chats()).toHaveLength(before + 1);
    await forkFrom(reply);
    expect(await chats()).toHaveLength(before + 2);
  });

  it('of a duplicate', async () => {
    const prompts = async () =>
      (await app.tell('prompts.page', { query: '', tag: null, cursor: null, limit: 50 })).prompts.length;
    const before = await prompts();
    const id = randomUUID();
    await app.tell('prompts.save', { id, name: 'One', text: 'A text', tags: [] });
    page.lose('prompts.duplicate');
    expect(await duplicatePrompt(id)).toBeNull();
    const copyId = await duplicatePrompt(id);
    expect(copyId).not.toBeNull();
    expect(await prompts()).toBe(before + 2);
    expect(await duplicatePrompt(id)).not.toBe(copyId);
    expect(await prompts()).toBe(before + 3);
  });
});
