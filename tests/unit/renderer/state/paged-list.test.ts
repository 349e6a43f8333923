import { describe, expect, it } from 'vitest';
import { createPagedList, type PageRequest } from '../../../../renderer/state/paged-list';
import type { AppErrorData } from '../../../../shared/errors';

const gone: AppErrorData = { code: 'not_found', message: 'Gone.' };

/** A list of numbers in pages of two, whose answers come when they are let go. */
function aList() {
  const asked: { question: string; request: PageRequest; answer: (error?: AppErrorData) => Promise<void> }[] =
    [];
  const state = { items: [] as number[], cursor: undefined as string | null | undefined, round: 0 };
  const take = ({ cursor, isFirst }: PageRequest) => {
    const from = Number(cursor ?? 0);
    state.items = [...(isFirst ? [] : state.items), from, from + 1];
    state.cursor = from < 4 ? String(from + 2) : null;
  };
  const list = createPagedList<string>({
    cursor: () => state.cursor,
    round: () => state.round,
    read: (question, request) =>
      new Promise((resolve) => {
        const answer = (error?: AppErrorData) => {
          if (error === undefined && request.isWanted()) take(request);
          resolve(error === undefined ? { ok: true, value: null } : { ok: false, error });
          return new Promise<void>((settled) => setImmediate(settled));
        };
        asked.push({ question, request, answer });
      }),
  });
  return { list, state, asked };
}

describe('a list read in pages', () => {
  it('continues where it ended, one page at a time, and requests nothing at its end', async () => {
    const { list, state, asked } = aList();
    for (let page = 0; page < 3; page += 1) {
      void list.more('all');
      void list.more('all');
      await asked[page]?.answer();
    }
    await list.more('all');
    expect(asked).toHaveLength(3);
    expect(state.items).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('accepts only the newest first page, in whatever order the answers arrive', async () => {
    const { list, state, asked } = aList();
    void list.first('old');
    void list.first('new');
    await asked[1]?.answer();
    state.items = [7];
    await asked[0]?.answer();
    expect(state.items).toEqual([7]);
  });

  it('asks again for a page that failed once its beginning can be read, and not more often', async () => {
    const { list, state, asked } = aList();
    void list.first('all');
    await asked[0]?.answer();
    const failed = list.more('all');
    await asked[1]?.answer(gone);
    expect(await failed).toEqual(gone);
    void list.first('all');
    await asked[2]?.answer();
    expect(asked).toHaveLength(4);
    await asked[3]?.answer();
    expect(state.items).toEqual([0, 1, 2, 3]);
    void list.first('all');
    await asked[4]?.answer();
    expect(asked).toHaveLength(5);
  });

  it('starts again while a page is on its way', async () => {
    const { list, state, asked } = aList();
    state.cursor = '4';
    void list.more('all');
    void list.first('all');
    await asked[0]?.answer();
    await asked[1]?.answer();
    expect(state.items).toEqual([0, 1]);
  });

  it('loads the page that was asked for while the list was loaded again', async () => {
    const { list, state, asked } = aList();
    state.cursor = '2';
    void list.first('all');
    void list.more('all');
    void list.more('all');
    await asked[0]?.answer();
    expect(asked).toHaveLength(2);
    await asked[1]?.answer();
    expect(state.items).toEqual([0, 1, 2, 3]);
  });

  it('asks for no further page where the beginning is the very first, failed, is another one, or was left', async () => {
    const { list, state, asked } = aList();
    void list.first('all');
    expect(await list.more('all')).toBeNull();
    state.cursor = '2';
    const [page, other] = [list.more('all'), list.more('other')];
    await asked[0]?.answer(gone);
    expect(await Promise.all([page, other])).toEqual([gone, null]);
    void list.first('all');
    void list.more('all');
    list.leave();
    await asked[1]?.answer();
    expect(asked).toHaveLength(2);
  });

  it('loads again what was requested before the whole list changed', async () => {
    const { list, state, asked } = aList();
    state.cursor = '4';
    void list.more('all');
    Object.assign(state, { round: 1, cursor: '2', items: [0, 1] });
    await asked[0]?.answer();
    expect(asked[1]?.request.cursor).toBe('2');
    await asked[1]?.answer();
    expect(state.items).toEqual([0, 1, 2, 3]);
  });

  it('reports why the newest request failed, and no other', async () => {
    const { list, asked } = aList();
    const [old, newest] = [list.first('old'), list.first('new')];
    await asked[0]?.answer(gone);
    await asked[1]?.answer(gone);
    expect(await Promise.all([old, newest])).toEqual([null, gone]);
  });

  it('drops what is on its way when it is no longer displayed', async () => {
    const { list, state, asked } = aList();
    void list.first('all');
    list.leave();
    await asked[0]?.answer();
    expect(state.items).toEqual([]);
  });
});
