/** The gateway through plain `curl`, as its own greeting shows it. */
import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../support/sandbox';

const hasCurl = spawnSync('curl', ['--version']).status === 0;
if (!hasCurl) console.warn('curl is not installed: the tests with curl are skipped.');

describe.skipIf(!hasCurl)('curl', () => {
  let sandbox: TestSandbox;
  beforeAll(async () => {
    sandbox = await startTestSandbox();
  });
  afterAll(() => sandbox.close());

  const curl = async (path: string, ...args: string[]): Promise<{ status: number; body: string }> => {
    const { stdout } = await promisify(execFile)('curl', [
      ...['--silent', '--no-buffer', '--write-out', '\n%{http_code}', `${sandbox.baseUrl}${path}`, ...args],
    ]);
    const end = stdout.lastIndexOf('\n');
    return { status: Number(stdout.slice(end + 1)), body: stdout.slice(0, end) };
  };
  const key = () => ['-H', `Authorization: Bearer ${sandbox.apiKey}`];
  const json = ['-H', 'Content-Type: application/json'];
  const hello = '{"model": "sandbox/eliza", "messages": [{"role": "user", "content": "Hello"}]}';

  it('holds a conversation', async () => {
    const { status, body } = await curl('/chat/completions', ...key(), ...json, '-d', hello);
    expect(status).toBe(200);
    expect(JSON.parse(body)).toMatchObject({
      choices: [{ message: { content: 'Hello. What is on your mind today?' } }],
      gatehouse: { credits_used: expect.any(Number), credits_remaining: expect.any(Number) },
    });
  });

  it('reads a stream', async () => {
    const streamed = hello.replace('{', '{"stream": true, ');
    const { status, body } = await curl('/chat/completions', ...key(), ...json, '-d', streamed);
    expect(status).toBe(200);
    expect(body.startsWith('data: {"id":"chatcmpl-')).toBe(true);
    expect(body).toContain('data: [DONE]');
  });

  it('lists models, and requests only their headers', async () => {
    const { status, body } = await curl('/models', ...key());
    expect(status).toBe(200);
    const ids = JSON.parse(body).data.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(expect.arrayContaining(['sandbox/echo', 'sandbox/vision', 'sandbox/kinograph']));
    expect((await curl('/models', ...key(), '--head')).body).toMatch(/^HTTP\/1\.1 200 OK/);
  });

  it('gets errors that say what is wrong', async () => {
    expect((await curl('/models')).status).toBe(401);
    expect((await curl('/chat/completions', ...key(), '-d', hello)).body).toContain(
      'Content-Type: application/json',
    );
    expect((await curl('/chat/completions', ...key())).status).toBe(405);
    expect((await curl('/models/sandbox/none', ...key())).status).toBe(404);
  });
});
