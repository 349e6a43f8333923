/** Ratings, tags and notes, what is found by them and by what images look like, here and on another computer. */
import { randomUUID } from 'node:crypto';
import { createCanvas } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { alikeTo, copiesAmong } from '../../../../electron/core/library/alike';
import { lookOf } from '../../../../electron/storage/media/look';
import type { CommandInput } from '../../../../shared/contract';
import type { MediaItem } from '../../../../shared/media/media';
import { exportAll, importAll } from '../../../support/archives';
import { openTestCore, type TestCore } from '../../../support/core';
import { processorMs } from '../../../support/processor-time';

let app: TestCore;
let items: readonly [boat: MediaItem, tower: MediaItem, copy: MediaItem];

async function make(prompt: string, seed: number): Promise<MediaItem> {
  const id = randomUUID();
  const parameters = { size: '512x512', seed };
  await app.tell('jobs.create', {
    id,
    modality: 'image',
    model: 'sandbox/aurora',
    prompt,
    parameters,
    extra: {},
  });
  return await app.until(() => {
    const told = app.events.findLast((event) => event.type === 'job.changed' && event.job.id === id);
    return told?.type === 'job.changed' && told.job.status === 'completed' && told.job.media[0];
  });
}

beforeAll(async () => {
  app = await openTestCore();
  await app.tell('models.refresh', {});
  const boat = await make('a boat', 1);
  const tower = await make('a tower of brick in a desert', 2);
  items = [boat, tower, await make('a boat', 1)];
});
afterAll(() => app.close());

type Filter = CommandInput<'library.page'>['filter'];
const page = (filter: Filter, of = app) => of.tell('library.page', { filter, cursor: null, limit: 50 });
const found = async (filter: Filter, of = app) => (await page(filter, of)).items.map(({ id }) => id);

test('ratings, tags and notes are given to several at once, found, and change nothing else', async () => {
  const [boat, tower, copy] = items;
  await app.tell('media.rate', { ids: [boat.id, tower.id], rating: 4 });
  await app.tell('media.rate', { ids: [tower.id], rating: 2 });
  await app.tell('media.tag', { ids: [boat.id, tower.id], add: ['Cover', 'für später'] });
  await app.tell('media.tag', { ids: [tower.id, copy.id], add: ['cover'], remove: ['FÜR SPÄTER'] });
  await app.tell('media.note', { id: copy.id, note: 'ask Jürgen about the lighthouse keeper' });
  const rows = Object.fromEntries((await page({})).items.map((item) => [item.id, item]));
  expect(rows[boat.id]).toEqual({ ...boat, rating: 4, tags: ['Cover', 'für später'] });
  expect(rows[tower.id]).toEqual({ ...tower, rating: 2, tags: ['Cover'] });
  expect(rows[copy.id]).toMatchObject({ tags: ['cover'], note: 'ask Jürgen about the lighthouse keeper' });
  expect(await found({ rating: 3 })).toEqual([boat.id]);
  expect(await found({ tag: 'für später' })).toEqual([boat.id]);
  expect(await found({ query: 'jurgen keeper' })).toEqual([copy.id]);
  expect(await found({ query: 'spater' })).toEqual([boat.id]);
  expect(await found({ query: 'boat', rating: 1 })).toEqual([boat.id]);
  expect(await app.tell('library.tags', {})).toEqual([
    { tag: 'Cover', count: 2 },
    { tag: 'cover', count: 1 },
    { tag: 'für später', count: 1 },
  ]);
  expect(app.events.filter((event) => event.type === 'media.changed').at(-1)).toMatchObject({
    media: { id: copy.id, note: expect.stringContaining('Jürgen') },
  });
});

test('what is given goes with an archive, and is found there', async () => {
  const elsewhere = await openTestCore();
  try {
    expect((await importAll(elsewhere, await exportAll(app))).error).toBeNull();
    const given = ({ id, rating, tags, note }: MediaItem) => ({ id, rating, tags, note });
    expect((await page({}, elsewhere)).items.map(given)).toEqual((await page({})).items.map(given));
    expect(await found({ query: 'jurgen' }, elsewhere)).toEqual([items[2].id]);
    expect(await found({ copies: true }, elsewhere)).toEqual([items[2].id, items[0].id]);
  } finally {
    await elsewhere.close();
  }
});

test('is refused where there is nothing to give it to, or too much', async () => {
  const ids = [items[0].id];
  expect(await app.refusal('media.rate', { ids: ['gone'], rating: 1 })).toMatchObject({ code: 'not_found' });
  expect(await app.refusal('media.rate', { ids, rating: 6 })).toMatchObject({ code: 'invalid_input' });
  expect(await app.refusal('media.tag', { ids, add: ['two\nlines'] })).toMatchObject({
    code: 'invalid_input',
  });
  const many = Array.from({ length: 29 }, (_, index) => `t${index}`);
  const refusal = await app.refusal('media.tag', { ids, add: many });
  expect(refusal).toMatchObject({ message: expect.stringContaining('up to 30 tags') });
  expect((await page({})).items.find(({ id }) => id === ids[0])?.tags).toHaveLength(2);
});

test('copies are found, and images that look like one', async () => {
  const [boat, tower, copy] = items;
  expect(await found({ copies: true })).toEqual([copy.id, boat.id]);
  expect(await found({ like: boat.id })).toEqual([copy.id, boat.id]);
  expect(await found({ like: tower.id })).toEqual([tower.id]);
  expect(await found({ like: boat.id, rating: 1 })).toEqual([boat.id]);
  expect(await found({ origin: 'made' })).toEqual([]);
});

describe('the look of an image', () => {
  const drawn = (color: string, scale = 1, quality = 0) => {
    const canvas = createCanvas(120 * scale, 80 * scale);
    const context = canvas.getContext('2d');
    context.scale(scale, scale);
    context.fillStyle = color;
    context.fillRect(0, 0, 120, 80);
    for (const [index, shade] of ['#222', '#ddd', '#555', '#bbb'].entries()) {
      context.fillStyle = shade;
      context.fillRect(20 + 22 * index, 10 + quality, 12, 14 + 12 * index);
    }
    return canvas;
  };

  test('stays as the image is scaled, and its main color has a name', () => {
    const looks = [1, 2, 5].map((scale) => ({ id: String(scale), ...lookOf(drawn('#2c5fd0', scale)) }));
    expect(alikeTo(looks, '1')).toEqual(['1', '2', '5']);
    expect(copiesAmong(looks).map((group) => group.toSorted())).toEqual([['1', '2', '5']]);
    const names = ['#2c5fd0', '#c22', '#1d8a3a', '#f2d21b', '#fafafa', '#0a0a0a', '#8a4fd0', '#5a3a22'];
    expect(names.map((color) => lookOf(drawn(color)).color)).toEqual([
      'blue',
      'red',
      'green',
      'yellow',
      'white',
      'black',
      'purple',
      'brown',
    ]);
  });

  const plain = (color: string) => {
    const canvas = createCanvas(60, 40);
    const context = canvas.getContext('2d');
    context.fillStyle = color;
    context.fillRect(0, 0, 60, 40);
    return canvas;
  };

  test('of a plain color is its color alone: others are neither alike nor copies', () => {
    const colors = ['#f00', '#fe0000', '#00f', '#800000', '#fff', '#ffd'];
    const looks = colors.map((color) => ({ id: color, ...lookOf(plain(color)) }));
    expect(alikeTo(looks, '#f00')).toEqual(['#f00', '#fe0000']);
    expect(copiesAmong(looks)).toEqual([['#f00', '#fe0000']]);
    const strip = { ...looks[1], id: 'strip', ratio: 500 } as (typeof looks)[number];
    expect(copiesAmong([{ ...looks[0], ratio: 1.5 } as (typeof looks)[number], strip])).toEqual([]);
  });

  test('that gets darker to the right is not that of all others that do', () => {
    const shaded = (id: string, from: string, to: string) => {
      const canvas = plain('#000');
      const context = canvas.getContext('2d');
      const shade = context.createLinearGradient(0, 0, 60, 0);
      shade.addColorStop(0, from);
      shade.addColorStop(1, to);
      context.fillStyle = shade;
      context.fillRect(0, 0, 60, 40);
      return { id, ...lookOf(canvas) };
    };
    const looks = [
      shaded('sky', '#9cf', '#036'),
      shaded('sky, darker', '#94c4f4', '#003060'),
      shaded('fire', '#fc6', '#600'),
    ];
    expect(alikeTo(looks, 'sky')).toEqual(['sky', 'sky, darker']);
  });

  test('has the name that people have for its color', () => {
    const names = {
      pink: ['pink', 'salmon', 'hotpink', 'magenta'],
      purple: ['purple', 'indigo', 'darkmagenta', 'rebeccapurple'],
      brown: ['brown', 'saddlebrown', 'sienna'],
      red: ['red', 'maroon', 'crimson', 'tomato'],
      orange: ['orange', 'darkorange', 'chocolate'],
    };
    const found = Object.values(names).map((list) => list.map((color) => lookOf(plain(color)).color));
    expect(found).toEqual(Object.entries(names).map(([name, list]) => list.map(() => name)));
  });

  test('is compared exactly: three bits are a copy, eleven are another image', () => {
    const one = { id: 'a', likeness: 'ffff0000ffff0000', color: 'red' };
    const near = { id: 'b', likeness: 'fffe0001ffff0001', color: 'red' };
    const far = { id: 'c', likeness: 'f8000000ff800000', color: 'red' };
    const other = { id: 'd', likeness: 'ffff0000ffff0000', color: 'blue' };
    expect(copiesAmong([one, near, far, other])).toEqual([['a', 'b']]);
    expect(alikeTo([one, near, far, other], 'a')).toEqual(['a', 'b', 'd']);
  });

  test('finds its copies among a hundred thousand in a moment', () => {
    const all = Array.from({ length: 100_000 }, (_, index) => ({
      id: String(index),
      likeness: ((BigInt(index + 1) * 0x9e37_79b9_7f4a_7c15n) & 0xffff_ffff_ffff_ffffn)
        .toString(16)
        .padStart(16, '0'),
      color: 'gray',
    }));
    const copy = { id: 'copy', likeness: all[77]?.likeness ?? '', color: 'gray' };
    const start = processorMs();
    expect(copiesAmong([...all, copy])).toContainEqual(['77', 'copy']);
    expect(alikeTo([...all, copy], 'copy')).toContain('77');
    expect(processorMs() - start).toBeLessThan(5_000);
  });
});
