/** Money: exact, never twice, never below zero. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MICROS_PER_CREDIT } from '../../electron/sandbox/pricing';
import { startTestSandbox, type TestSandbox, type TestSandboxOptions } from '../support/sandbox';
import { chat, chatBody, readError, send } from '../support/sandbox-http';

let dataDir: string;
let sandbox: TestSandbox;

const start = async (options: TestSandboxOptions = {}): Promise<void> => {
  sandbox = await startTestSandbox({ dataDir, ...options });
};

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-credits-'));
});
afterEach(async () => {
  await sandbox.close();
  await rm(dataDir, { recursive: true, force: true });
});

const micros = (credits: number): number => Math.round(credits * MICROS_PER_CREDIT);
const withKey = (key: string, more: object = {}) => chat(sandbox, more, { 'idempotency-key': key });

describe('the account', () => {
  it('adds up to the last millionth after hundreds of concurrent calls', async () => {
    await start({ initialCredits: 200.000_001 });
    const calls = Array.from({ length: 300 }, (_, index) => {
      const model = ['echo', 'eliza', 'firehose', 'flaky', 'markdown-tour'][index % 5];
      const isStream = index % 3 === 0;
      return chat(sandbox, {
        ...{ model: `sandbox/${model}`, stream: isStream, tokens_per_second: 0, tokens: 50, max_tokens: 60 },
        fail: index % 2 === 0 ? 'none' : 'error_event',
        messages: [{ role: 'user', content: `call ${index}, ${'my word '.repeat(index % 7)}` }],
      }).then((response) => response.text());
    });
    const bodies = await Promise.all(calls);
    const account = await sandbox.account();
    expect(account.initial).toBe(200.000_001);
    expect(account.held).toBe(0);
    const charged = account.charges.reduce((sum, charge) => sum + micros(charge.credits), 0);
    expect(charged).toBeGreaterThan(0);
    expect(micros(account.charged)).toBe(charged);
    expect(micros(account.balance)).toBe(micros(account.initial) - charged);
    // The responses stated the same.
    const told = bodies.flatMap((body) =>
      [...body.matchAll(/"credits_used":([\d.]+)/g)].map(([, used]) => Number(used)),
    );
    expect(told).toHaveLength(300);
    expect(told.reduce((sum, used) => sum + micros(used), 0)).toBe(charged);
  });

  it('keeps balance and charges across a restart; initial credits count once', async () => {
    await start({ initialCredits: 10 });
    await (await chat(sandbox)).text();
    const before = await sandbox.account();
    await sandbox.close();
    await start({ initialCredits: 99 });
    const { requests: _, ...after } = await sandbox.account();
    const { requests, ...kept } = before;
    expect(after).toEqual(kept);
    expect(requests).toEqual({ 'POST /api/v1/chat/completions': 1, 'GET /sandbox/account': 1 });
  });

  it('returns its charges in pages, newest first', async () => {
    await start();
    for (const content of ['a', 'b', 'c']) {
      await (await chat(sandbox, { messages: [{ role: 'user', content }] })).text();
    }
    const read = async (query: string) => {
      const response = await send(sandbox, { method: 'GET', path: `/../../sandbox/account${query}` });
      return (await response.json()).charges;
    };
    const first = await read('?limit=2');
    expect(first).toMatchObject({ has_more: true, data: [{ id: 3 }, { id: 2 }] });
    expect(await read('?limit=2&before=2')).toMatchObject({ has_more: false, data: [{ id: 1 }] });
    for (const query of ['?limit=0', '?limit=x', '?limit=1001', '?before=-1', '?limit=1e2']) {
      const response = await send(sandbox, { method: 'GET', path: `/../../sandbox/account${query}` });
      expect(response.status).toBe(400);
      await readError(response);
    }
  });

  it('refuses a call it can’t pay for with 402, and states the balance', async () => {
    await start({ initialCredits: 0.000_4 });
    const response = await chat(sandbox);
    expect(response.status).toBe(402);
    const { error, gatehouse } = await readError(response);
    expect(error).toMatchObject({
      code: 'insufficient_credits',
      details: { credits_needed: 0.0005, credits_available: 0.0004 },
    });
    expect(gatehouse.credits_remaining).toBe(0.0004);
    expect((await sandbox.account()).chargeCount).toBe(0);
  });

  it('ends a reply with the reason length when the credits run out, and stops at zero', async () => {
    await start({ initialCredits: 0.000_8 });
    const response = await chat(sandbox, {
      messages: [{ role: 'user', content: 'one two three four five six' }],
    });
    const body = await response.json();
    // 13 prompt tokens would be 0.00065; the rest pays for one token of reply.
    expect(body.choices[0]).toMatchObject({ finish_reason: 'length', message: { content: 'one' } });
    expect(body.gatehouse).toEqual({ credits_used: 0.00075, credits_remaining: 0.00005 });
    expect((await chat(sandbox)).status).toBe(402);
  });

  it('never goes below zero, however many calls run at once', async () => {
    await start({ initialCredits: 0.02 });
    const calls = Array.from({ length: 60 }, () =>
      chat(sandbox, { model: 'sandbox/firehose', stream: true, tokens: 100, tokens_per_second: 2000 }),
    );
    const responses = await Promise.all(calls);
    await Promise.all(responses.map((response) => response.text()));
    const account = await sandbox.account();
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200, 402]));
    expect(account.balance).toBeGreaterThanOrEqual(0);
    expect(account.balance).toBeLessThan(0.0001);
    expect(micros(account.charged) + micros(account.balance)).toBe(20_000);
  });
});

describe('an Idempotency-Key', () => {
  it('returns the same reply again without a charge, also after a restart', async () => {
    await start();
    const first = await withKey('order-1');
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    const body = await first.json();
    await sandbox.close();
    await start();
    const second = await withKey('order-1');
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(await second.json()).toEqual(body);
    expect(await sandbox.account()).toMatchObject({
      chargeCount: 1,
      charges: [{ idempotency_key: 'order-1' }],
    });
  });

  it('repeats a stream as a stream, with the current balance', async () => {
    await start();
    const more = { stream: true, tokens_per_second: 0, n: 2, stream_options: { include_usage: true } };
    const join = (events: string): string[][] => {
      const texts: string[][] = [[], []];
      for (const [, json = ''] of events.matchAll(/^data: (\{.*)$/gm)) {
        for (const { index, delta } of JSON.parse(json).choices) texts[index]?.push(delta.content ?? '');
      }
      return texts.map((pieces) => [pieces.join('')]);
    };
    const first = await (await withKey('stream-1', more)).text();
    await (await chat(sandbox)).text();
    const response = await withKey('stream-1', more);
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    expect(response.headers.get('idempotent-replayed')).toBe('true');
    expect(response.headers.get('x-request-id')).toMatch(/^req_/);
    const second = await response.text();
    expect(join(second)).toEqual(join(first));
    expect(second).toMatch(/data: \[DONE\]\n\n$/);
    const { balance, chargeCount } = await sandbox.account();
    expect(second).toContain(`"credits_remaining":${balance}`);
    expect(chargeCount).toBe(2);
  });

  it('is refused with 409 for another body', async () => {
    await start();
    await (await withKey('same')).text();
    const response = await withKey('same', { temperature: 1 });
    expect(response.status).toBe(409);
    expect((await readError(response)).error).toMatchObject({
      code: 'idempotency_conflict',
      param: 'Idempotency-Key',
    });
  });

  it('makes a second request wait for the first', async () => {
    await start();
    const more = { model: 'sandbox/firehose', stream: true, tokens: 40, tokens_per_second: 200 };
    const responses = await Promise.all(Array.from({ length: 5 }, () => withKey('together', more)));
    const texts = await Promise.all(responses.map((response) => response.text()));
    expect(texts.every((body) => body.endsWith('data: [DONE]\n\n'))).toBe(true);
    expect(responses.filter((response) => response.headers.has('idempotent-replayed'))).toHaveLength(4);
    expect((await sandbox.account()).chargeCount).toBe(1);
  });

  it('repeats the sent part of a stream whose client left, charged once', async () => {
    await start();
    const more = { model: 'sandbox/firehose', stream: true, tokens: 5000, tokens_per_second: 500 };
    const leaving = new AbortController();
    const response = await send(sandbox, {
      ...{ body: chatBody(more), signal: leaving.signal },
      headers: { 'idempotency-key': 'left' },
    });
    await response.body?.getReader().read();
    leaving.abort();
    const replay = await (await withKey('left', more)).text();
    expect(replay).toContain('"finish_reason":"length"');
    const { charges, chargeCount } = await sandbox.account();
    expect(chargeCount).toBe(1);
    expect(charges[0]).toMatchObject({ state: 'aborted', idempotency_key: 'left' });
    expect(replay).toContain(`"completion_tokens":${charges[0]?.completion_tokens}`);
  });

  it('stores no refusal that can be retried, but stores other failures', async () => {
    await start();
    const failing = (status: number) => ({
      model: 'sandbox/flaky',
      fail: 'status',
      fail_status: status,
      fail_times: 1,
      fail_id: `${status}`,
    });
    for (const status of [429, 503]) {
      expect((await withKey(`retry-${status}`, failing(status))).status).toBe(status);
      expect((await withKey(`retry-${status}`, failing(status))).status).toBe(200);
    }
    expect((await withKey('final', failing(500))).status).toBe(500);
    const again = await withKey('final', failing(500));
    expect(again.status).toBe(500);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await withKey('bad', { temperature: 9 })).status).toBe(400);
    expect((await withKey('bad', { temperature: 1 })).status).toBe(200);
  });

  it('is forgotten after a day', async () => {
    let now = Date.now();
    await start({ now: () => now });
    await (await withKey('old')).text();
    now += 24 * 60 * 60 * 1000 - 1;
    expect((await withKey('old')).headers.get('idempotent-replayed')).toBe('true');
    now += 1;
    expect((await withKey('old', { temperature: 1 })).status).toBe(200);
    expect((await sandbox.account()).chargeCount).toBe(2);
  });
});

describe('the rate limit', () => {
  it('refuses with 429 and says when to retry; models stay free', async () => {
    let now = 1_000_000;
    await start({ callsPerMinute: 3, now: () => now });
    const remaining: (string | null)[] = [];
    for (let call = 0; call < 3; call += 1) {
      const response = await chat(sandbox);
      await response.text();
      remaining.push(response.headers.get('x-ratelimit-remaining'));
    }
    expect(remaining).toEqual(['2', '1', '0']);
    const refused = await chat(sandbox);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('20');
    expect(refused.headers.get('x-ratelimit-limit')).toBe('3');
    expect(refused.headers.get('x-ratelimit-reset')).toBe('60');
    await readError(refused);
    for (let call = 0; call < 10; call += 1) {
      expect((await send(sandbox, { method: 'GET', path: '/models' })).status).toBe(200);
    }
    now += 19_999;
    expect((await chat(sandbox)).status).toBe(429);
    now += 1;
    expect((await chat(sandbox)).status).toBe(200);
  });
});
