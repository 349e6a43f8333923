import { expect, test } from 'vitest';
import type { MediaFilter } from '../../../../electron/core/ports/media-store';
import { openDatabase } from '../../../../electron/storage/db/driver';
import { createMediaStore } from '../../../../electron/storage/db/media-store';
import { migrate } from '../../../../electron/storage/db/migrate';
import { migrations } from '../../../../electron/storage/db/schema';
import { tempFolder } from '../../../support/temp-folder';

const prompts = ['A red boat', 'A blue boat', 'A red lighthouse', 'A red boat at night', 'Reddish boats'];

function openLibrary() {
  const database = openDatabase(`${tempFolder()}/library.db`);
  migrate(database, migrations);
  const media = createMediaStore(database);
  for (const [index, prompt] of prompts.entries()) {
    const origin = { jobId: `job-${index}`, modality: 'image', model: 'painter', prompt } as const;
    media.insert({
      ...{ id: String(index), position: 0, kind: 'image', contentType: 'image/png', folder: '/media' },
      ...{ fileName: `${index}.png`, bytes: 1, width: 1, height: 1, durationMs: null },
      origin: { ...origin, parameters: {}, extra: {}, createdAt: index, cost: null },
    });
  }
  const find = (filter: MediaFilter, cursor: string | null = null, limit = 10) => {
    const { items, nextCursor, total } = media.page(filter, cursor, limit);
    return { ids: items.map(({ id }) => id).join(' '), nextCursor, total };
  };
  return { media, find };
}

test('results are found by the words of their prompts, newest first, and counted', () => {
  const { find } = openLibrary();
  expect(find({ query: 'red boat' })).toEqual({ ids: '4 3 0', nextCursor: null, total: 3 });
  expect(find({ query: 'b' })).toEqual({ ids: '4 3 1 0', nextCursor: null, total: 4 });
  expect(find({ query: '"' })).toEqual({ ids: '4 3 2 1 0', nextCursor: null, total: 5 });
  expect(find({ query: 'submarine' })).toEqual({ ids: '', nextCursor: null, total: 0 });
});

test('the next page of a search begins where the page before ended, and the total stays', () => {
  const { find } = openLibrary();
  const first = find({ query: 'red boat' }, null, 2);
  expect(first).toEqual({ ids: '4 3', nextCursor: expect.any(String), total: 3 });
  expect(find({ query: 'red boat' }, first.nextCursor, 2)).toEqual({ ids: '0', nextCursor: null, total: 3 });
});

test('a search with another filter finds and counts what fits both', () => {
  const { media, find } = openLibrary();
  media.update('0', { isStarred: true });
  media.update('2', { isStarred: true });
  expect(find({ query: 'boat', starred: true })).toEqual({ ids: '0', nextCursor: null, total: 1 });
  expect(find({ query: 'red', from: 2, to: 3 })).toEqual({ ids: '3 2', nextCursor: null, total: 2 });
});

test('a search neither finds nor counts what was deleted, until it is restored', () => {
  const { media, find } = openLibrary();
  media.setRemoved(['3', '2'], 1);
  expect(find({ query: 'red boat' })).toEqual({ ids: '4 0', nextCursor: null, total: 2 });
  media.forget('2');
  media.setRemoved(['3'], null);
  expect(find({ query: 'red' })).toEqual({ ids: '4 3 0', nextCursor: null, total: 3 });
});
