/** “Edit a copy…” of files as recorders, cameras and other programs write them. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { Locator, Page } from 'playwright/test';
import type { MediaItem } from '../../shared/media/media';
import { command, openTab } from '../support/create-page';
import { expect, test } from '../support/emptied-app';
import { decodedFrames, runFfmpeg } from '../support/ffmpeg';
import { receiveFiles, startFileGateway } from '../support/file-gateway';
import { picture } from '../support/media-files';

test.use({ keepsPage: false });

const film = ['-f', 'lavfi', '-i', 'testsrc=s=128x72:r=10:d=2'];
const sound = ['-f', 'lavfi', '-i', 'sine=d=2'];
const h264 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p'];

function made(name: string, ...options: readonly string[]): Uint8Array {
  const file = test.info().outputPath(name);
  runFfmpeg(...options, file);
  return readFileSync(file);
}

async function oddFiles() {
  made('a.mp4', ...film, ...h264);
  return {
    // Its times begin at 1.4 s.
    broadcast: made('a.ts', ...film, ...sound, ...h264, '-c:a', 'aac', '-shortest'),
    // A camera’s container, and pixels that are no squares.
    camera: made('a.mov', ...film, '-vf', 'setsar=2', ...h264),
    late: made(
      'late.mp4',
      '-itsoffset',
      '1',
      '-i',
      test.info().outputPath('a.mp4'),
      ...sound,
      '-c:v',
      'copy',
      '-c:a',
      'aac',
    ),
    transparent: made(
      'a.webm',
      '-f',
      'lavfi',
      '-i',
      'color=red@0.0:s=64x36:r=10:d=1,format=yuva420p',
      '-c:v',
      'libvpx-vp9',
      '-pix_fmt',
      'yuva420p',
    ),
    // As browsers record: it doesn’t state how long it is.
    recorded: made('r.webm', ...film, '-c:v', 'libvpx', '-live', '1'),
    studio: made('p.mov', ...film, '-c:v', 'prores_ks'),
    old: made('a.flv', ...film, '-c:v', 'flv1'),
    'moving GIF': made('a.gif', '-f', 'lavfi', '-i', 'testsrc=s=64x36:r=5:d=1'),
    line: await picture('png', { width: 1, height: 400 }),
  };
}

async function openEditor(page: Page, prompt: string): Promise<Locator> {
  const stage = page.locator('[data-focus=stage]');
  // What is on the stage already has no such button.
  const show = page.getByRole('button', { name: `Show ${prompt}`, exact: true });
  // What arrived last may not be in the list yet.
  await expect(stage.filter({ hasText: prompt }).or(show).first()).toBeVisible();
  if ((await show.count()) > 0) await show.click();
  await expect(stage).toContainText(prompt);
  await stage.getByRole('button', { name: 'More' }).last().click();
  await page.getByRole('menuitem', { name: 'Edit a copy…' }).click();
  return page.getByRole('dialog', { name: 'Edit a copy' });
}

test('odd files are edited whole, or say why they can’t be', async ({ appPage: page, home }) => {
  const files = await oddFiles();
  const gateway = await startFileGateway(files);
  const items = async () =>
    (await command(page, 'library.page', { filter: {}, cursor: null, limit: 50 })).items;
  const pathOf = ({ kind, fileName }: MediaItem) =>
    path.join(home, 'media', kind === 'image' ? 'images' : 'videos', fileName);
  const frames = (item: MediaItem) =>
    decodedFrames(pathOf(item))
      .split('\n')
      .filter((line) => /^0,/.test(line)).length;
  /** What the press makes; the dialog closes. */
  const save = async (dialog: Locator) => {
    const before = (await items()).map(({ id }) => id);
    await dialog.getByRole('button', { name: /^Save / }).press('Enter');
    await expect(dialog).toHaveCount(0);
    const found = (await items()).find(({ id }) => !before.includes(id));
    if (found === undefined) throw new Error('nothing was saved');
    const made = { item: found, bytes: readFileSync(pathOf(found)), frames: frames(found) };
    // The next dialog is opened for the file that came.
    await command(page, 'media.remove', { ids: [found.id] });
    return made;
  };
  const refuses = async (name: string, words: string) => {
    const dialog = await openEditor(page, name);
    await dialog.getByLabel('Format').selectOption('WebM');
    await dialog.getByRole('button', { name: /^Save / }).press('Enter');
    await expect(dialog.getByRole('alert')).toHaveText(`Couldn’t edit the file. ${words}`);
    await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
  };
  try {
    const names = Object.keys(files);
    await receiveFiles(page, gateway, names);
    await openTab(page, 'Image');
    await expect.poll(async () => (await items()).length).toBe(names.length);

    await test.step('a broadcast begins where it begins', async () => {
      let dialog = await openEditor(page, 'broadcast');
      await dialog.getByLabel('Start (seconds)').fill('0.5');
      await dialog.getByLabel('End (seconds)').fill('1.5');
      const trimmed = await save(dialog);
      expect(Math.abs((trimmed.item.durationMs ?? 0) - 1_000)).toBeLessThan(100);
      expect(Math.abs(trimmed.frames - 10)).toBeLessThanOrEqual(1);
      dialog = await openEditor(page, 'broadcast');
      await dialog.getByLabel('Edit', { exact: true }).selectOption('GIF');
      await dialog.getByLabel('End (seconds)').fill('0.5');
      expect((await save(dialog)).frames).toBe(5);
      dialog = await openEditor(page, 'broadcast');
      await dialog.getByLabel('Edit', { exact: true }).selectOption('Convert');
      expect(Math.abs((await save(dialog)).frames - 20)).toBeLessThanOrEqual(1);
    });
    await test.step('what a camera wrote is copied, as wide as it is seen', async () => {
      const dialog = await openEditor(page, 'camera');
      await expect(dialog.getByLabel('Format')).toHaveValue('mp4');
      await dialog.getByLabel('End (seconds)').fill('1');
      expect((await save(dialog)).item).toMatchObject({ contentType: 'video/mp4', width: 256, height: 72 });
    });
    await test.step('before its first frame that frame is seen', async () => {
      const dialog = await openEditor(page, 'late');
      await dialog.getByLabel('Edit', { exact: true }).selectOption('GIF');
      await dialog.getByLabel('End (seconds)').fill('0.5');
      expect((await save(dialog)).frames).toBe(5);
    });
    await test.step('what is transparent stays so', async () => {
      let dialog = await openEditor(page, 'transparent');
      await dialog.getByLabel('Edit', { exact: true }).selectOption('Still image');
      const image = await loadImage((await save(dialog)).bytes);
      const context = createCanvas(64, 36).getContext('2d');
      context.drawImage(image, 0, 0);
      expect(context.getImageData(30, 18, 1, 1).data[3]).toBe(0);
      dialog = await openEditor(page, 'transparent');
      await dialog.getByLabel('Start (seconds)').fill('0.3');
      expect((await save(dialog)).bytes.includes(Buffer.from([0x53, 0xc0, 0x81, 1]))).toBe(true);
    });
    await test.step('what can’t be edited says why', async () => {
      await refuses('studio', 'Its sound or video can’t be decoded here. Convert it in another app first.');
      await page.getByRole('button', { name: 'Show old', exact: true }).click();
      const stage = page.locator('[data-focus=stage]');
      await expect(stage).toContainText('FLV can’t be played here');
      await stage.getByRole('button', { name: 'More' }).last().click();
      await expect(page.getByRole('menuitem', { name: 'Lineage' })).toBeVisible();
      await expect(page.getByRole('menuitem', { name: 'Edit a copy…' })).toHaveCount(0);
      await page.keyboard.press('Escape');
      const dialog = await openEditor(page, 'line');
      await dialog.getByLabel('New width (pixels)').fill('8192');
      await dialog.getByRole('button', { name: 'Save image' }).press('Enter');
      await expect(dialog.getByRole('alert')).toContainText('would have 8192 × 3276800 pixels');
      // A field may be empty while it is typed.
      const width = dialog.getByLabel('New width (pixels)');
      await width.focus();
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Backspace');
      await page.keyboard.type('30');
      await expect(width).toHaveValue('30');
      await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
      const moving = await openEditor(page, 'moving GIF');
      await expect(moving.getByText('Saves its first frame as a new image, free.')).toBeVisible();
      await moving.getByRole('button', { name: 'Cancel' }).press('Enter');
    });
    await test.step('a recording goes on from its last frame', async () => {
      await page.getByRole('button', { name: 'Show recorded', exact: true }).click();
      const stage = page.locator('[data-focus=stage]');
      await expect(stage).toContainText('recorded');
      await stage.getByRole('button', { name: 'More' }).last().click();
      await page.getByRole('menuitem', { name: 'Continue from the last frame' }).click();
      await expect(page).toHaveURL(/#\/video/);
      await expect(page.getByRole('button', { name: /^Replace First frame.*last frame\.png/ })).toBeVisible();
    });
  } finally {
    await gateway.close();
  }
});
