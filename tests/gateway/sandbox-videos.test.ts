/** Videos of the built gateway: memory, concurrent streams, and a kill. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSandbox } from '../../electron/sandbox/start';
import { programOf } from '../support/programs';
import { readAccount } from '../support/sandbox';

let cli: string;
let worker: string;
let home: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
  cli = await programOf('sandbox-cli');
  worker = await programOf('sandbox-worker');
});
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'gatehouse-films-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) await kill(child);
  await rm(home, { recursive: true, force: true });
});

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

interface Gateway {
  readonly baseUrl: string;
  readonly apiKey: string;
}

async function startCli(): Promise<Gateway & { child: ChildProcess }> {
  const child = spawn(process.execPath, [cli, '--json', '--credits', '1000'], {
    env: { ...process.env, GATEHOUSE_HOME: home },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return { child, ...(JSON.parse(line) as Gateway) };
}

async function call({ baseUrl, apiKey }: Gateway, path: string, body?: object): Promise<Response> {
  return await fetch(`${baseUrl}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });
}

interface Job {
  readonly id: string;
  readonly status: string;
  readonly progress: number;
  readonly output?: { readonly url: string; readonly bytes: number };
}

const film = async (gateway: Gateway, more: object): Promise<Job> =>
  (await call(gateway, '/videos/generations', { prompt: 'a city in the rain at night', ...more })).json();
const job = async (gateway: Gateway, id: string): Promise<Job> => (await call(gateway, `/jobs/${id}`)).json();

async function completed(gateway: Gateway, id: string): Promise<Job> {
  await expect
    .poll(async () => (await job(gateway, id)).status, { timeout: 120_000, interval: 100 })
    .toBe('completed');
  return await job(gateway, id);
}

/** All of a reply of 100 tokens, as it was streamed in a second or so. */
async function streamOf(gateway: Gateway): Promise<string> {
  const response = await call(gateway, '/chat/completions', {
    ...{ model: 'sandbox/firehose', stream: true, tokens: 100, tokens_per_second: 100 },
    messages: [{ role: 'user', content: 'go on' }],
  });
  return await response.text();
}

/** The most memory the process has had, in megabytes. */
async function peakMegabytes({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

describe('two videos of the largest size at once', () => {
  it('don’t delay a chat, and stay within 400 MB', async () => {
    const gateway = await startCli();
    const ids = [
      (await film(gateway, { resolution: '1080p', duration: 2 })).id,
      (await film(gateway, { resolution: '1080p', duration: 2, prompt: 'a boat at sunset' })).id,
    ];
    expect(await streamOf(gateway)).toContain('"completion_tokens":100');
    const beside = await job(gateway, ids[0] ?? '');
    expect(beside.status).toBe('running');
    for (const id of ids) await completed(gateway, id);
    if (process.platform === 'linux') expect(await peakMegabytes(gateway.child)).toBeLessThan(400);
  }, 240_000);

  it('don’t delay an image', async () => {
    const gateway = await startCli();
    const ids: string[] = [];
    for (let count = 0; count < 2; count += 1) ids.push((await film(gateway, { duration: 4 })).id);
    const picture = await call(gateway, '/images/generations', {
      ...{ model: 'sandbox/poster', prompt: 'Now', size: '512x512' },
    });
    expect(picture.status).toBe(200);
    for (const id of ids) expect((await job(gateway, id)).status).toBe('running');
  });
});

describe('a kill during rendering', () => {
  it('loses no video: it is rendered again at the next start, and charged once', async () => {
    const first = await startCli();
    const ids: string[] = [];
    for (let seed = 0; seed < 3; seed += 1) {
      ids.push((await film(first, { resolution: '480p', duration: 1, seed })).id);
    }
    await expect
      .poll(async () => (await job(first, ids[0] ?? '')).progress, { timeout: 30_000 })
      .toBeGreaterThan(0);
    await kill(first.child);
    const second = await startCli();
    for (const id of ids) {
      const { output } = await completed(second, id);
      expect((await (await fetch(output?.url ?? '')).arrayBuffer()).byteLength).toBe(output?.bytes);
    }
    const account = await readAccount(second.baseUrl, second.apiKey);
    expect(account).toMatchObject({ balance: 997, held: 0, chargeCount: 3 });
  });
});

describe('in a worker of the app', () => {
  it('everything is generated, in child threads that end with it', async () => {
    const sandbox = await startSandbox({ entry: worker, dataDir: join(home, 'sandbox'), apiKey: 'k' });
    try {
      const made = await Promise.all([
        film(sandbox, { resolution: '480p', duration: 1 }).then(({ id }) => completed(sandbox, id)),
        call(sandbox, '/images/generations', { model: 'sandbox/aurora', prompt: 'sea', size: '512x512' }),
        call(sandbox, '/audio/speech', { model: 'sandbox/narrator', input: 'Hello' }),
      ]);
      expect(made[0].output?.bytes).toBeGreaterThan(1000);
      expect([made[1].status, made[2].status]).toEqual([200, 200]);
      await film(sandbox, { duration: 10 });
    } finally {
      await sandbox.stop();
    }
  });
});
