/** The built gateway: as a separate program, and as a worker of the app. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
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
  home = await mkdtemp(join(tmpdir(), 'gatehouse-cli-'));
});

afterEach(async () => {
  for (const child of children.splice(0)) await kill(child, 'SIGKILL');
  await rm(home, { recursive: true, force: true });
});

async function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
  return child.exitCode;
}

function spawnCli(...args: string[]) {
  const child = spawn(process.execPath, [cli, ...args], {
    env: { ...process.env, GATEHOUSE_HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    output.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output.stderr += chunk;
  });
  return { child, output };
}

async function startCli(...args: string[]) {
  const { child, output } = spawnCli('--json', ...args);
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error(output.stderr))),
  ]);
  const { baseUrl, apiKey } = JSON.parse(line) as { baseUrl: string; apiKey: string };
  return { child, output, baseUrl, apiKey };
}

async function runCli(...args: string[]) {
  const { child, output } = spawnCli(...args);
  const [code] = await once(child, 'close');
  return { code, ...output };
}

async function chat(
  { baseUrl, apiKey }: { baseUrl: string; apiKey: string },
  body: object = {},
  headers: Record<string, string> = {},
): Promise<Response> {
  return await fetch(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ model: 'sandbox/echo', messages: [{ role: 'user', content: 'hello' }], ...body }),
  });
}

describe('npm run sandbox', () => {
  it('prints exactly one line of JSON when it is ready', async () => {
    const { baseUrl, apiKey, output, child } = await startCli('--key', 'secret-1', '--credits', '12.5');
    expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/);
    expect(apiKey).toBe('secret-1');
    expect(await (await chat({ baseUrl, apiKey })).json()).toMatchObject({
      gatehouse: { credits_remaining: 12.5 - 8 * 0.00005 - 0.0001 },
    });
    expect(await kill(child, 'SIGTERM')).toBe(0);
    expect(output.stdout).toBe(`${JSON.stringify({ baseUrl, apiKey })}\n`);
    expect(output.stderr).toBe('');
  });

  it('prints how to reach it, and stops on Ctrl+C', async () => {
    const { child, output } = spawnCli('--key', 'secret-2');
    await once(child.stdout, 'data');
    expect(output.stdout).toContain('Base URL  http://127.0.0.1:');
    expect(output.stdout).toContain('Authorization: Bearer secret-2');
    expect(await kill(child, 'SIGINT')).toBe(0);
  });

  it('keeps its own key and its account across starts, in the data folder', async () => {
    const first = await startCli();
    await chat(first);
    const before = await readAccount(first.baseUrl, first.apiKey);
    await kill(first.child, 'SIGTERM');
    const second = await startCli('--credits', '5');
    expect(second.apiKey).toBe(first.apiKey);
    const { balance, charges } = await readAccount(second.baseUrl, second.apiKey);
    expect({ balance, charges }).toEqual({ balance: before.balance, charges: before.charges });
    expect(second.output.stderr).toContain('--credits applies only to new accounts');
  });

  it('loses no charge and no stored reply when it is killed right after the response', async () => {
    const first = await startCli();
    const expected: unknown[] = [];
    for (const key of ['a', 'b', 'c', 'd', 'e']) {
      expected.push(await (await chat(first, {}, { 'idempotency-key': key })).json());
    }
    await kill(first.child, 'SIGKILL');
    const second = await startCli();
    const account = await readAccount(second.baseUrl, second.apiKey);
    expect(account.chargeCount).toBe(5);
    expect(account.balance).toBe(
      (expected[4] as { gatehouse: { credits_remaining: number } }).gatehouse.credits_remaining,
    );
    const again = await chat(second, {}, { 'idempotency-key': 'e' });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await again.json()).toEqual(expected[4]);
    expect((await readAccount(second.baseUrl, second.apiKey)).chargeCount).toBe(5);
  });

  it('charges nothing for a stream that was running when it was killed', async () => {
    const first = await startCli();
    const response = await chat(first, { stream: true, model: 'sandbox/firehose', tokens_per_second: 50 });
    await response.body?.getReader().read();
    await kill(first.child, 'SIGKILL');
    const second = await startCli();
    expect(await readAccount(second.baseUrl, second.apiKey)).toMatchObject({ balance: 1000, chargeCount: 0 });
  });

  it('charges what was sent when it is stopped in the middle of a stream', async () => {
    const first = await startCli();
    const response = await chat(first, { stream: true, model: 'sandbox/firehose', tokens_per_second: 50 });
    await response.body?.getReader().read();
    expect(await kill(first.child, 'SIGTERM')).toBe(0);
    const second = await startCli();
    const { charges } = await readAccount(second.baseUrl, second.apiKey);
    expect(charges).toMatchObject([{ state: 'aborted', model: 'sandbox/firehose' }]);
    expect(charges[0]?.completion_tokens).toBeGreaterThan(0);
  });

  it.each([
    ['--port', '99999'],
    ['--port', 'abc'],
    ['--credits', '-1'],
    ['--credits', '0.0000001'],
    ['--rate-limit', '0'],
    ['--key', 'with space'],
    ['--data', ''],
    ['--nonsense', 'x'],
    ['surplus', 'words'],
  ])('refuses %s %s with a clear message and code 2', async (flag, value) => {
    const { code, stdout, stderr } = await runCli(flag, value);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(flag.startsWith('--') ? flag : 'surplus');
    expect(stderr).toContain('Usage: npm run sandbox');
  });

  it('reports a port in use, with code 1', async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await once(blocker, 'listening');
    const { port } = blocker.address() as { port: number };
    const { code, stderr } = await runCli('--port', String(port));
    blocker.close();
    expect(code).toBe(1);
    expect(stderr).toBe(
      'The sandbox could not start: the port is in use. Choose another with --port, or none for any free one.\n',
    );
  });

  it('refuses a data folder that another sandbox is using', async () => {
    await startCli();
    const { code, stderr } = await runCli();
    expect(code).toBe(1);
    expect(stderr).toContain('in use by another sandbox');
  });

  it('prints its help', async () => {
    expect(await runCli('--help')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('--rate-limit N'),
    });
  });
});

describe('startSandbox', () => {
  const start = (dataDir = join(home, 'sandbox')) =>
    startSandbox({ entry: worker, dataDir, apiKey: 'worker-key', initialCredits: 3 });

  it('runs the gateway in a worker and stops it, keeping the account', async () => {
    const first = await start();
    expect((await chat(first)).status).toBe(200);
    const { balance } = await readAccount(first.baseUrl, first.apiKey);
    await first.stop();
    await expect(fetch(`${first.baseUrl}/models`)).rejects.toThrow();
    const second = await start();
    expect(await readAccount(second.baseUrl, second.apiKey)).toMatchObject({ initial: 3, balance });
    await second.stop();
  });

  it('answers and stops as before where a chat was expected', async () => {
    const sandbox = await start();
    sandbox.expectChat();
    expect((await chat(sandbox)).status).toBe(200);
    sandbox.expectChat();
    await sandbox.stop();
    sandbox.expectChat();
    await expect(fetch(`${sandbox.baseUrl}/models`)).rejects.toThrow();
  });

  it('reports why it could not start', async () => {
    const first = await start();
    await expect(start()).rejects.toThrow('could not start: its data folder is in use');
    await first.stop();
    await expect(start('/dev/null/nowhere')).rejects.toThrow();
  });

  it('reports a crash, and can be started again on the same folder', async () => {
    const entry = join(home, 'crashing.mjs');
    const source = `import ${JSON.stringify(worker)};\nsetTimeout(() => { throw new Error('boom'); }, 400);\n`;
    await writeFile(entry, source);
    const dataDir = join(home, 'sandbox');
    const first = await startSandbox({ entry, dataDir, apiKey: 'worker-key', initialCredits: 3 });
    expect((await chat(first)).status).toBe(200);
    const reason = await new Promise<Error>((resolve) => {
      first.onExit(resolve);
    });
    expect(reason.message).toBe('boom');
    const second = await start();
    expect(await readAccount(second.baseUrl, second.apiKey)).toMatchObject({ chargeCount: 1 });
    await second.stop();
  });

  it('reports no exit after stop', async () => {
    const sandbox = await start();
    const told: Error[] = [];
    sandbox.onExit((reason) => told.push(reason));
    await sandbox.stop();
    await sandbox.stop();
    expect(told).toEqual([]);
  });
});
