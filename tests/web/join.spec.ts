/** “Join…” of several sounds or videos in the library: one new file, made in the page and checked with ffmpeg. */
import path from 'node:path';
import type { Page } from 'playwright/test';
import type { MediaItem } from '../../shared/media/media';
import { expectAccessible } from '../support/axe';
import { openTab } from '../support/create-page';
import { expect, test } from '../support/emptied-app';
import { decodedFrames, decodedSamples } from '../support/ffmpeg';

type Call = (name: string, input: object) => Promise<Record<string, unknown>>;

const itemsOf = async (call: Call) =>
  (await call('library.page', { filter: {}, cursor: null, limit: 50 })).items as MediaItem[];

async function make(call: Call, modality: string, model: string, parameters: object): Promise<MediaItem> {
  const before = await itemsOf(call);
  const request = {
    id: crypto.randomUUID(),
    modality,
    model,
    prompt: 'A paper boat.',
    parameters,
    extra: {},
  };
  await call('jobs.create', request);
  await expect.poll(async () => (await itemsOf(call)).length).toBe(before.length + 1);
  return (await itemsOf(call))[0] as MediaItem;
}

/** Joins the two newest results, the older one first. */
async function join(page: Page, call: Call): Promise<MediaItem> {
  const count = (await itemsOf(call)).length;
  const grid = page.getByRole('listbox', { name: 'Results' });
  await expect(grid.getByRole('option')).toHaveCount(count);
  await grid.getByRole('option').nth(1).click();
  await grid
    .getByRole('option')
    .nth(0)
    .click({ modifiers: ['ControlOrMeta'] });
  await page.getByRole('button', { name: 'Join…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Join' });
  await expect(dialog.getByRole('list', { name: 'In this order' }).getByRole('listitem')).toHaveCount(2);
  await expectAccessible(page, 'dialog');
  await dialog.getByRole('button', { name: 'Save joined' }).click();
  await expect(dialog).toHaveCount(0);
  const items = await itemsOf(call);
  expect(items).toHaveLength(count + 1);
  return items[0] as MediaItem;
}

test('two videos become one without being encoded again, two sounds of different kinds one without loss', async ({
  appPage: page,
  host,
  home,
}) => {
  const call = (host as unknown as { call: Call }).call;
  const fileOf = ({ fileName }: MediaItem, folder: string) => path.join(home, 'media', folder, fileName);
  const films: MediaItem[] = [];
  for (const seed of [1, 2])
    films.push(await make(call, 'video', 'sandbox/kinograph', { duration: 1, resolution: '480p', seed }));
  await openTab(page, 'Library');
  const film = await join(page, call);
  expect(film.origin).toMatchObject({ model: 'gatehouse/edit', cost: [], parameters: { operation: 'join' } });
  const digests = (item: MediaItem) =>
    decodedFrames(fileOf(item, 'videos'))
      .split('\n')
      .filter((line) => /^0,/.test(line))
      .map((line) => line.split(',').at(-1));
  expect(digests(film)).toEqual(films.flatMap(digests));
  const { nodes } = await call('media.lineage', { id: film.id, isWhole: true });
  expect(JSON.stringify(nodes)).toContain(films[0]?.id);
  expect(JSON.stringify(nodes)).toContain(films[1]?.id);

  const sounds = [
    await make(call, 'speech', 'sandbox/narrator', { format: 'wav' }),
    await make(call, 'speech', 'sandbox/narrator', { format: 'mp3' }),
  ];
  const sound = await join(page, call);
  expect(sound.contentType).toBe('audio/wav');
  const [whole = 0, ...parts] = [sound, ...sounds].map(
    (item) => decodedSamples(fileOf(item, 'speech')).length,
  );
  expect(Math.abs(whole - parts.reduce((sum, one) => sum + one, 0))).toBeLessThan(5_000);
});
