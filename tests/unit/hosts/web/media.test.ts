import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type MediaPart,
  type MediaPlaces,
  mediaFlags,
  serveMedia,
} from '../../../../electron/hosts/shared/serve-media';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-media-'));
  await writeFile(path.join(folder, 'boat.png'), 'picture');
  await writeFile(path.join(folder, 'boat.webp'), 'small');
  await writeFile(path.join(folder, 'upright.webp'), 'upright');
  await writeFile(path.join(folder, 'e1.zip'), 'archive');
});
afterAll(() => rm(folder, { recursive: true }));

let isTurned = false;

const places: MediaPlaces = {
  locate(id, part) {
    if (id !== 'm1') return null;
    const name = part === 'file' ? 'boat.png' : 'boat.webp';
    return { path: path.join(folder, name), contentType: 'image/png', fileName: 'boat.png' };
  },
  shownCopy: async (id) => (id === 'm1' && isTurned ? path.join(folder, 'upright.webp') : null),
  exportPath(id) {
    if (!/^\w+$/.test(id)) throw new Error('no such archive');
    return path.join(folder, `${id}.zip`);
  },
};
const ask = (part: MediaPart, id: string, options: { query?: string; range?: string } = {}) => {
  const headers = new Headers(options.range === undefined ? {} : { Range: options.range });
  const flags = mediaFlags(new URLSearchParams(options.query));
  return serveMedia(places, { method: 'GET', headers, part, id, ...flags }, { 'X-Own': 'yes' });
};

describe('the file behind a media id', () => {
  it('is the result, its thumbnail or an archive', async () => {
    expect(await (await ask('item', 'm1')).text()).toBe('picture');
    expect(await (await ask('thumbnail', 'm1')).text()).toBe('small');
    expect(await (await ask('export', 'e1')).text()).toBe('archive');
  });

  it('is shown upright, and downloaded as it is', async () => {
    isTurned = true;
    expect(await (await ask('item', 'm1')).text()).toBe('upright');
    expect(await (await ask('thumbnail', 'm1')).text()).toBe('small');
    expect(await (await ask('item', 'm1', { query: 'download' })).text()).toBe('picture');
    isTurned = false;
  });

  it('can be requested in ranges', async () => {
    const reply = await ask('item', 'm1', { range: 'bytes=0-2' });
    expect([reply.status, await reply.text()]).toEqual([206, 'pic']);
  });

  it('is shown, or downloaded under its own name if requested', async () => {
    expect((await ask('item', 'm1')).headers.get('content-disposition')).toMatch(
      /^inline; filename="boat.png"/,
    );
    const saved = await ask('item', 'm1', { query: 'download' });
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment; filename="boat.png"/);
  });

  it('is saved without its name where that would say which model made it', async () => {
    for (const [query, how] of [
      ['unnamed', 'inline'],
      ['download&unnamed', 'attachment'],
    ] as const) {
      const { headers } = await ask('item', 'm1', { query });
      expect(headers.get('content-disposition')).toBe(
        `${how}; filename="answer.png"; filename*=UTF-8''answer.png`,
      );
    }
  });

  it('is 404 for any other id, and the response still has the headers of the host', async () => {
    for (const [part, id] of [
      ['item', 'm2'],
      ['thumbnail', '../boat.png'],
      ['export', '../boat'],
      ['export', 'none'],
    ] as const) {
      const reply = await ask(part, id);
      expect(reply.status).toBe(404);
      expect(reply.headers.get('x-own')).toBe('yes');
    }
  });
});
