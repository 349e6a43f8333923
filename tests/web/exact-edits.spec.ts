/** Trimmed, converted and joined files are right to the sample and the frame, also of compressed sounds and phones’ videos. */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright/test';
import { command, openTab } from '../support/create-page';
import { expect, test } from '../support/emptied-app';
import { decodedFrames, decodedSamples, runFfmpeg } from '../support/ffmpeg';
import { receiveFiles, resultPath, startFileGateway } from '../support/file-gateway';

test.use({ keepsPage: false });

/** A tone that rises: no moment of it is like another. */
const rising = (rate: number) => [
  '-f',
  'lavfi',
  '-i',
  `aevalsrc=0.4*sin(2*PI*(300*t+400*t*t)):d=1.234:s=${rate}`,
];
const film = ['-f', 'lavfi', '-i', 'testsrc=s=128x72:r=10:d=1'];
const clear = ['-f', 'lavfi', '-i', 'color=red@0.0:s=64x36:r=10:d=1,format=yuva420p'];
const h264 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p'];

function made(name: string, ...options: readonly string[]): string {
  const file = test.info().outputPath(name);
  runFfmpeg(...options, file);
  return file;
}

const count = 9;

/** Names are prompts: the file of that name is the answer. */
function files() {
  const a = made('a.mp4', ...film, ...h264);
  return {
    plain: made('plain.wav', ...rising(44_100)),
    deep: made('deep.wav', ...rising(44_100), '-c:a', 'pcm_s24le'),
    song: made('song.mp3', ...rising(44_100)),
    melody: made('other.mp3', ...rising(44_100)),
    upright: made('upright.mp4', '-i', a, '-c', 'copy', '-metadata:s:v:0', 'rotate=90'),
    standing: made('also.mp4', '-i', a, '-c', 'copy', '-metadata:s:v:0', 'rotate=90'),
    lying: a,
    veil: made('veil.webm', ...clear, '-c:v', 'libvpx', '-auto-alt-ref', '0', '-pix_fmt', 'yuva420p'),
    glass: made('glass.webm', ...clear, '-c:v', 'libvpx-vp9', '-pix_fmt', 'yuva420p'),
  };
}

/** The dialog of a result that is chosen in the library. */
async function openEditor(page: Page, prompt: string): Promise<Locator> {
  await choose(page, prompt);
  const side = page.getByRole('complementary');
  await side.getByRole('button', { name: 'More' }).first().click();
  await page.getByRole('menuitem', { name: 'Edit a copy…' }).click();
  return page.getByRole('dialog', { name: 'Edit a copy' });
}

async function choose(page: Page, prompt: string, more = false): Promise<void> {
  const grid = page.getByRole('listbox', { name: 'Results' });
  const option = grid.getByRole('option', { name: new RegExp(`\\b${prompt}\\b`) }).last();
  // A saved file that was removed again is no longer listed.
  await expect(grid.getByRole('option')).toHaveCount(count);
  await option.click(more ? { modifiers: ['ControlOrMeta'] } : {});
  await expect(option).toHaveAttribute('aria-selected', 'true');
}

test('sounds and videos are cut and joined to the sample and the frame', async ({ appPage: page, home }) => {
  const given = files();
  const read = Object.fromEntries(Object.entries(given).map(([name, file]) => [name, readFileSync(file)]));
  const gateway = await startFileGateway(read);
  const items = async () =>
    (await command(page, 'library.page', { filter: {}, cursor: null, limit: 50 })).items;
  /** What the press makes: its file and what the library says of it; it is removed again. */
  const save = async (dialog: Locator) => {
    const before = (await items()).map(({ id }) => id);
    await dialog.getByRole('button', { name: /^Save / }).press('Enter');
    await expect(dialog).toHaveCount(0);
    const item = (await items()).find(({ id }) => !before.includes(id));
    if (item === undefined) throw new Error('nothing was saved');
    const file = test.info().outputPath(item.fileName);
    await writeFile(file, readFileSync(resultPath(home, item)));
    await command(page, 'media.remove', { ids: [item.id] });
    return { item, file };
  };
  const trimmed = async (name: string, start: number, end: number, format?: string) => {
    const dialog = await openEditor(page, name);
    if (format !== undefined) await dialog.getByLabel('Format').selectOption(format);
    await dialog.getByLabel('Start (seconds)').fill(`${start}`);
    await dialog.getByLabel('End (seconds)').fill(`${end}`);
    return await save(dialog);
  };
  const joined = async (first: string, second: string) => {
    await choose(page, first);
    await choose(page, second, true);
    await page.getByRole('button', { name: 'Join…' }).click();
    return await save(page.getByRole('dialog', { name: 'Join' }));
  };
  const frames = (file: string) =>
    decodedFrames(file)
      .split('\n')
      .filter((line) => /^0,/.test(line))
      .map((line) => line.split(',').at(-1));
  try {
    await receiveFiles(page, gateway, Object.keys(given));
    await openTab(page, 'Library');
    await expect.poll(async () => (await items()).length).toBe(count);

    await test.step('from its beginning too', async () => {
      const { file } = await trimmed('plain', 0, 0.75);
      const samples = decodedSamples(file);
      expect(samples).toHaveLength(33_075);
      expect(largestDifference(samples, decodedSamples(given.plain))).toBe(0);
    });
    await test.step('24 bits stay 24 bits', async () => {
      const { file } = await trimmed('deep', 0.25, 0.5);
      const samples = (path: string) => runFfmpeg('-i', path, '-f', 's32le', '-');
      expect(samples(file).equals(samples(given.deep).subarray(4 * 11_025, 4 * 22_050))).toBe(true);
      expect(readFileSync(file).readUInt16LE(34)).toBe(24);
    });
    await test.step('where it is heard, of a sound that was compressed', async () => {
      const whole = decodedSamples(given.song);
      const part = decodedSamples((await trimmed('song', 0.5, 1, 'WAV')).file);
      expect(part).toHaveLength(22_050);
      expect(largestDifference(part, whole.slice(22_050, 44_100))).toBeLessThan(8);
      const dialog = await openEditor(page, 'song');
      await dialog.getByLabel('Edit', { exact: true }).selectOption('Convert');
      await dialog.getByLabel('Format').selectOption('WAV');
      expect(decodedSamples((await save(dialog)).file)).toHaveLength(whole.length);
    });
    await test.step('an MP3 stays one, cut at its frames', async () => {
      const { item, file } = await trimmed('song', 0.5, 1);
      expect(item).toMatchObject({ contentType: 'audio/mpeg', durationMs: 500 });
      const [part, whole] = [file, given.song].map(decodedSamples) as [Int16Array, Int16Array];
      expect(part).toHaveLength(22_050);
      expect(largestDifference(part, whole.slice(22_050, 44_100))).toBeLessThanOrEqual(1);
    });
    await test.step('one sound after the other, without a gap', async () => {
      const both = decodedSamples((await joined('song', 'melody')).file);
      const parts = [given.song, given.melody].map(decodedSamples);
      const expected = Int16Array.from(parts.flatMap((part) => [...part]));
      expect(both).toHaveLength(expected.length);
      expect(largestDifference(both, expected)).toBeLessThan(8);
    });
    await test.step('what a phone held upright stays upright', async () => {
      const { item, file } = await joined('upright', 'standing');
      expect(item).toMatchObject({ width: 72, height: 128 });
      expect(frames(file)).toEqual([...frames(given.upright), ...frames(given.standing)]);
    });
    await test.step('videos of two kinds are as long as both', async () => {
      const { item } = await joined('upright', 'lying');
      expect(item).toMatchObject({ width: 72, height: 128, durationMs: 2_000 });
    });
    await test.step('what is transparent stays so', async () => {
      const bytes = readFileSync((await joined('veil', 'glass')).file);
      const isTransparent = Buffer.from([0x53, 0xc0, 0x81, 1]);
      expect(bytes.includes(isTransparent)).toBe(true);
      const addition = Buffer.from([0x75, 0xa1]);
      let frames = 0;
      for (let at = bytes.indexOf(addition); at !== -1; at = bytes.indexOf(addition, at + 1)) frames += 1;
      expect(frames).toBeGreaterThanOrEqual(20);
    });
  } finally {
    await gateway.close();
  }
});

const largestDifference = (some: Int16Array, others: Int16Array): number =>
  some.reduce((most, one, at) => Math.max(most, Math.abs(one - (others[at] ?? 0))), 0);
