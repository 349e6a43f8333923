/** Every failure the flaky model can play, seen from the client's side, and what each costs. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../support/sandbox';
import { chat, readError } from '../support/sandbox-http';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.close());

const flaky = (more: object = {}) => chat(sandbox, { model: 'sandbox/flaky', tokens_per_second: 0, ...more });
const stream = (fail: string, more: object = {}) => flaky({ fail, stream: true, ...more });

/** What arrived before the end, and whether the connection broke. */
async function readAll(response: Response): Promise<{ text: string; isCut: boolean }> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const bytes of response.body ?? []) text += decoder.decode(bytes, { stream: true });
    return { text, isCut: false };
  } catch {
    return { text, isCut: true };
  }
}

const lastCharge = async () => (await sandbox.account()).charges[0];
const pieces = (text: string): number => text.match(/"content":"[^"]/g)?.length ?? 0;

describe('sandbox/flaky', () => {
  it('is overloaded by default, and that costs nothing', async () => {
    const before = await sandbox.account();
    const response = await flaky();
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('1');
    const { error } = await readError(response);
    expect(error.code).toBe('overloaded');
    expect(error.message).toMatch(/^sandbox\/flaky always fails.*\{"fail": "none"\} replies\.$/);
    expect((await sandbox.account()).chargeCount).toBe(before.chargeCount);
  });

  it.each([400, 401, 402, 404, 409, 413, 429, 500, 502, 503])(
    'fails with status %i and its code',
    async (status) => {
      const response = await stream('status', { fail_status: status });
      expect(response.status).toBe(status);
      const body = await response.json();
      expect(body.error.code).toEqual(expect.any(String));
      const named = await flaky({ fail: 'status', fail_status: status, fail_code: 'made_up' });
      expect((await named.json()).error.code).toBe('made_up');
    },
  );

  it('fails a given number of times and then replies', async () => {
    const statuses: number[] = [];
    for (let call = 0; call < 4; call += 1) {
      statuses.push((await flaky({ fail: 'status', fail_times: 2, fail_id: 'twice' })).status);
    }
    expect(statuses).toEqual([503, 503, 200, 200]);
  });

  it('cuts the connection after n tokens; what was sent is charged', async () => {
    const { text, isCut } = await readAll(await stream('cut', { fail_after_tokens: 12 }));
    expect(isCut).toBe(true);
    expect(pieces(text)).toBe(12);
    expect(text).not.toContain('[DONE]');
    expect(await lastCharge()).toMatchObject({ state: 'failed', completion_tokens: 12 });
    await expect(flaky({ fail: 'cut' })).rejects.toThrow();
    await expect(stream('cut', { fail_after_tokens: 0 })).rejects.toThrow();
  });

  it('sends an event that is not JSON', async () => {
    const { text, isCut } = await readAll(await stream('malformed', { fail_after_tokens: 3 }));
    expect(isCut).toBe(false);
    expect(pieces(text)).toBe(3);
    const last = text.trimEnd().split('\n\n').at(-1) ?? '';
    expect(() => JSON.parse(last.replace('data: ', ''))).toThrow();
    expect(await lastCharge()).toMatchObject({ state: 'failed', completion_tokens: 3 });
    const whole = await flaky({ fail: 'malformed' });
    expect(whole.status).toBe(200);
    await expect(whole.json()).rejects.toThrow();
  });

  it('sends an error inside the stream, with its cost; without a stream a 502', async () => {
    const { text } = await readAll(await stream('error_event', { fail_after_tokens: 5 }));
    expect(pieces(text)).toBe(5);
    const last = JSON.parse((text.trimEnd().split('\n\n').at(-1) ?? '').replace('data: ', ''));
    const charge = await lastCharge();
    expect(charge).toMatchObject({ state: 'failed', completion_tokens: 5 });
    expect(last).toMatchObject({
      error: { code: 'provider_error', type: 'api_error' },
      gatehouse: { credits_used: charge?.credits, credits_remaining: charge?.balance },
    });
    const whole = await flaky({ fail: 'error_event' });
    expect(whole.status).toBe(502);
    expect((await readError(whole)).error.code).toBe('provider_error');
  });

  it('falls silent after n tokens, until the client leaves', async () => {
    const response = await stream('silence', { fail_after_tokens: 4 });
    const reader = response.body?.getReader();
    const first = await reader?.read();
    expect(pieces(new TextDecoder().decode(first?.value))).toBe(4);
    const silence = new Promise((resolve) => setTimeout(resolve, 300, 'silent'));
    expect(await Promise.race([reader?.read(), silence])).toBe('silent');
    expect((await sandbox.account()).held).toBeGreaterThan(0);
    await reader?.cancel();
    await expect.poll(lastCharge).toMatchObject({ state: 'aborted', completion_tokens: 4 });
    expect((await sandbox.account()).held).toBe(0);
  });

  it('delays the headers, and stops when the client leaves before them', async () => {
    const startedAt = performance.now();
    const response = await stream('slow_headers', { fail_delay_ms: 200 });
    expect(performance.now() - startedAt).toBeGreaterThan(190);
    expect((await readAll(response)).text).toContain('[DONE]');
    const before = await sandbox.account();
    const leaving = AbortSignal.timeout(100);
    await expect(
      fetch(`${sandbox.baseUrl}/chat/completions`, {
        method: 'POST',
        signal: leaving,
        headers: { authorization: `Bearer ${sandbox.apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          ...{ model: 'sandbox/flaky', fail: 'slow_headers', fail_delay_ms: 60_000 },
          messages: [{ role: 'user', content: 'x' }],
        }),
      }),
    ).rejects.toThrow();
    await expect.poll(async () => (await sandbox.account()).held).toBe(0);
    expect((await sandbox.account()).chargeCount).toBe(before.chargeCount + 1);
    expect(await lastCharge()).toMatchObject({ state: 'aborted', completion_tokens: 0 });
  });

  it('replies like any other model without a failure parameter', async () => {
    expect(await (await flaky({ fail: 'none' })).json()).toMatchObject({
      choices: [{ finish_reason: 'stop', message: { content: expect.stringContaining('The end.') } }],
    });
  });
});
