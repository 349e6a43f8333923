/** The video model that takes a video: its frames in another light, at a price that is known before. */
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { BufferSource, EncodedPacketSink, Input, WEBM } from 'mediabunny';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runFfmpeg } from '../support/ffmpeg';
import { startTestSandbox, type TestSandbox } from '../support/sandbox';
import { readError, send } from '../support/sandbox-http';
import { tempFolder } from '../support/temp-folder';

let sandbox: TestSandbox;
let source: Buffer;
beforeAll(async () => {
  sandbox = await startTestSandbox();
  source = await made({ model: 'sandbox/kinograph', prompt: 'a meadow at noon', seed: 3 });
});
afterAll(() => sandbox.close());

const dataUrl = (bytes: Uint8Array) => `data:video/webm;base64,${Buffer.from(bytes).toString('base64')}`;
const post = (more: object) =>
  send(sandbox, {
    path: '/videos/generations',
    body: JSON.stringify({ duration: 1, resolution: '480p', fps: 12, seed: 1, ...more }),
  });

/** Waits for the end of the job; the host’s answer to each question lets it go on. */
async function made(body: object): Promise<Buffer> {
  const created = await (await post(body)).json();
  for (;;) {
    const { status, output, error } = await (
      await send(sandbox, { method: 'GET', path: `/jobs/${created.id}` })
    ).json();
    if (status === 'failed') throw new Error(JSON.stringify(error));
    if (output !== undefined) return Buffer.from(await (await fetch(output.url)).arrayBuffer());
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The mean red, green and blue of each frame. */
async function colorsOf(film: Buffer): Promise<number[][]> {
  const input = new Input({ formats: [WEBM], source: new BufferSource(film) });
  const track = await input.getPrimaryVideoTrack();
  if (track === null) throw new Error('no video');
  const colors: number[][] = [];
  for await (const { data } of new EncodedPacketSink(track).packets()) {
    const head = Buffer.from(`RIFF\0\0\0\0WEBPVP8 \0\0\0\0`, 'latin1');
    const even = Buffer.concat([data, Buffer.alloc(data.length % 2)]);
    head.writeUInt32LE(12 + even.length, 4);
    head.writeUInt32LE(data.length, 16);
    const context = createCanvas(1, 1).getContext('2d');
    context.imageSmoothingQuality = 'high';
    context.drawImage(await loadImage(Buffer.concat([head, even])), 0, 0, 1, 1);
    colors.push([...context.getImageData(0, 0, 1, 1).data.subarray(0, 3)]);
  }
  return colors;
}

it('gives every frame the light of the prompt, the same each time, and costs what is stated', async () => {
  const { chargeCount, balance } = await sandbox.account();
  const body = { model: 'sandbox/relight-video', prompt: 'at night', video_url: dataUrl(source) };
  const night = await made(body);
  const account = await sandbox.account();
  expect(account.chargeCount).toBe(chargeCount + 1);
  expect(balance - account.balance).toBeCloseTo(1 + 0.5, 6);
  const [before, after] = [await colorsOf(source), await colorsOf(night)];
  expect(after).toHaveLength(before.length);
  for (const [index, [red = 0, , blue = 0]] of after.entries()) {
    expect(Math.abs(red - (before[index]?.[0] ?? 0) * 0.36)).toBeLessThan(12);
    expect(Math.abs(blue - (before[index]?.[2] ?? 0) * 0.72)).toBeLessThan(12);
  }
  expect((await made(body)).equals(night)).toBe(true);
});

it('goes on with the last frame where the given video is shorter, in the size that is asked for', async () => {
  const film = await made({
    ...{ model: 'sandbox/relight-video', prompt: 'by day', video_url: { url: dataUrl(source) } },
    ...{ duration: 2, aspect_ratio: '1:1' },
  });
  const colors = await colorsOf(film);
  expect(colors).toHaveLength(24);
  expect(colors.slice(13).every((color) => String(color) === String(colors[12]))).toBe(true);
  const track = await new Input({ formats: [WEBM], source: new BufferSource(film) }).getPrimaryVideoTrack();
  expect([await track?.getDisplayWidth(), await track?.getDisplayHeight()]).toEqual([480, 480]);
});

it('refuses what it can’t read with the next step, and charges nothing', async () => {
  const file = `${tempFolder()}/other`;
  const film = (...codec: string[]) => {
    runFfmpeg('-f', 'lavfi', '-i', 'testsrc=s=64x48:r=10:d=1', ...codec);
    return `${codec.at(-1)}`;
  };
  const { readFileSync } = await import('node:fs');
  const { chargeCount } = await sandbox.account();
  const refused: readonly (readonly [unknown, string])[] = [
    [dataUrl(readFileSync(film('-c:v', 'libvpx', `${file}.webm`))), 'has frames that need others'],
    [dataUrl(readFileSync(film('-c:v', 'libx264', `${file}.mp4`))), 'has another format'],
    [dataUrl(Buffer.from('no video at all')), 'has another format'],
    [[dataUrl(source), dataUrl(source)], 'one'],
    ['http://127.0.0.1:9/video.webm', 'data URL'],
    [undefined, 'needs a video'],
  ];
  for (const [video_url, words] of refused) {
    const response = await post({ model: 'sandbox/relight-video', prompt: 'at night', video_url });
    const { error } = await readError(response);
    expect([response.status, error.param, error.message]).toEqual([
      400,
      'video_url',
      expect.stringContaining(words),
    ]);
  }
  const other = await post({ model: 'sandbox/kinograph', prompt: 'a', video_url: dataUrl(source) });
  expect((await readError(other)).error.message).toContain('sandbox/relight-video');
  expect((await sandbox.account()).chargeCount).toBe(chargeCount);
});
