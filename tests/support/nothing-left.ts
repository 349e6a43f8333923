/** After kills: on the disk is what the library names, and nothing else. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { filesUnder } from './archives';
import type { TestCore } from './core';

/** @param extra names of files that lie beside the results, such as captions */
export async function expectNothingLeft(app: TestCore, extra: RegExp = /^$/): Promise<void> {
  const items = await withThumbnails(app);
  const media = join(app.home, 'media');
  const named = items.map(({ id }) => app.core.locate(id, 'file')?.path.slice(media.length + 1));
  const found = filesUnder(media).filter((name) => !extra.test(name));
  expect(found.toSorted()).toEqual(named.toSorted());
  for (const name of filesUnder(media))
    expect([name, statSync(join(media, name)).size > 0]).toEqual([name, true]);
  const images = items.filter(({ kind }) => kind === 'image');
  const thumbnails = filesUnder(join(app.home, 'thumbnails'));
  for (const { id, hasThumbnail } of images)
    expect([id, hasThumbnail, thumbnails.includes(`${id}.webp`)]).toEqual([id, true, true]);
  for (const folder of ['trash', 'renaming']) expect(filesUnder(join(app.home, folder))).toEqual([]);
  expect(filesUnder(app.home).filter((name) => /\.part$|\.new$|gatehouse-link/.test(name))).toEqual([]);
}

/** Folders of `parts` that hold something. */
export const waitingParts = (home: string): readonly string[] =>
  [...new Set(filesUnder(join(home, 'parts')).map((name) => name.split('/')[0] ?? ''))].sort();

/** What a kill came before is made after the next start. */
async function withThumbnails(app: TestCore) {
  for (;;) {
    const { items } = await app.tell('library.page', { filter: {}, cursor: null, limit: 500 });
    if (items.every(({ kind, hasThumbnail }) => kind !== 'image' || hasThumbnail)) return items;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
