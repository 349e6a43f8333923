/** What the embedded gateway makes plays in a real browser: made by the gateway as it is shipped. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Page, test } from 'playwright/test';
import { ensureBuilt } from '../../scripts/lib/ensure-built.mjs';
import { root } from '../../scripts/lib/root.mjs';

interface Gateway {
  readonly baseUrl: string;
  readonly apiKey: string;
}

let dataDir: string;
let program: ChildProcess;
let gateway: Gateway;

test.beforeAll(async () => {
  await ensureBuilt();
  dataDir = await mkdtemp(path.join(tmpdir(), 'gatehouse-sandbox-'));
  const cli = path.join(root, 'dist', 'electron', 'sandbox-cli.js');
  program = spawn(process.execPath, [cli, '--json'], {
    env: { ...process.env, GATEHOUSE_HOME: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(program.stdout ?? program, 'data')) as [Buffer];
  gateway = JSON.parse(line.toString());
});

test.afterAll(async () => {
  if (program.exitCode === null) {
    program.kill();
    await once(program, 'exit');
  }
  await rm(dataDir, { recursive: true, force: true });
});

async function call(route: string, body?: object): Promise<Response> {
  const response = await fetch(`${gateway.baseUrl}${route}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${gateway.apiKey}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  return response;
}

async function film(body: object): Promise<string> {
  const { id } = await (await call('/videos/generations', body)).json();
  let url = '';
  await expect
    .poll(
      async () => {
        const job = await (await call(`/jobs/${id}`)).json();
        url = job.output?.url ?? '';
        return job.status;
      },
      { timeout: 90_000, intervals: [500] },
    )
    .toBe('completed');
  return url;
}

/** Shows a media element that fills the page, and waits until it can be played. */
async function open(page: Page, tag: 'video' | 'audio', url: string): Promise<void> {
  await page.setContent(
    `<body style="margin:0"><${tag} src="${url}" muted controls style="width:100vw;height:100vh"></${tag}>`,
  );
  await page.waitForFunction(
    () => (document.querySelector('video, audio') as HTMLMediaElement).readyState >= 3,
  );
}

const state = (page: Page) =>
  page.evaluate(() => {
    const media = document.querySelector('video, audio') as HTMLVideoElement;
    const { duration, currentTime, videoWidth, videoHeight, seekable } = media;
    return { duration, currentTime, videoWidth, videoHeight, seekableTo: seekable.end(0) };
  });

/** The picture at a moment; waits for the frame to be there. */
async function frameAt(page: Page, seconds: number): Promise<Buffer> {
  await page.evaluate(async (at) => {
    const media = document.querySelector('video') as HTMLVideoElement;
    const seeked = new Promise((resolve) => media.addEventListener('seeked', resolve, { once: true }));
    const shown = new Promise((resolve) => media.requestVideoFrameCallback(resolve));
    media.controls = false;
    media.currentTime = at;
    await Promise.all([seeked, shown]);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  }, seconds);
  return await page.screenshot();
}

for (const [resolution, width, height] of [
  ['480p', 854, 480],
  ['720p', 1280, 720],
  ['1080p', 1920, 1080],
] as const) {
  test(`a video of ${resolution} has its size and length, moves, and can be seeked`, async ({ page }) => {
    const url = await film({
      prompt: 'a boat on the sea in the rain at night',
      duration: 2,
      resolution,
      seed: 3,
    });
    await open(page, 'video', url);
    const { duration, seekableTo, ...size } = await state(page);
    expect(size).toMatchObject({ videoWidth: width, videoHeight: height });
    expect(duration).toBeCloseTo(2, 1);
    expect(seekableTo).toBeCloseTo(2, 1);
    const [early, middle, late] = [
      await frameAt(page, 0.7),
      await frameAt(page, 1),
      await frameAt(page, 1.9),
    ];
    expect((await state(page)).currentTime).toBeCloseTo(1.9, 1);
    expect(early.equals(middle)).toBe(false);
    expect(middle.equals(late)).toBe(false);
    // Back again: the same frame.
    expect((await frameAt(page, 1)).equals(middle)).toBe(true);
  });
}

test('a video plays to its end', async ({ page }) => {
  const url = await film({ prompt: 'snow', duration: 1, resolution: '480p' });
  await open(page, 'video', url);
  const played = await page.evaluate(async () => {
    const media = document.querySelector('video') as HTMLVideoElement;
    const ended = new Promise((resolve) => media.addEventListener('ended', resolve, { once: true }));
    await media.play();
    await ended;
    return media.getVideoPlaybackQuality().totalVideoFrames;
  });
  expect(played).toBeGreaterThan(5);
});

for (const format of ['mp3', 'wav', 'ogg']) {
  test(`speech as ${format} plays`, async ({ page }) => {
    const response = await call('/audio/speech', {
      model: 'sandbox/narrator',
      input: 'Good morning to you all.',
      response_format: format,
    });
    const type = response.headers.get('content-type') ?? '';
    const data = Buffer.from(await response.arrayBuffer()).toString('base64');
    await open(page, 'audio', `data:${type.replace(/; .*/, '')};base64,${data}`);
    const { duration } = await state(page);
    expect(duration).toBeGreaterThan(1);
    expect(duration).toBeLessThan(3);
  });
}

for (const format of ['png', 'webp', 'jpeg']) {
  test(`an image as ${format} is shown`, async ({ page }) => {
    const response = await call('/images/generations', {
      model: 'sandbox/isometric',
      prompt: 'an island',
      size: '512x512',
      output_format: format,
      response_format: 'url',
    });
    const { data } = await response.json();
    await page.setContent(`<img src="${data[0].url}">`);
    await page.waitForFunction(() => (document.images[0]?.naturalWidth ?? 0) === 512);
  });
}
