/** How long calls wait: which limits hold for which call, and that nothing below them cuts first. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  downloadLimits,
  freeLimits,
  paidLimits,
  startCountdown,
  timeoutsFor,
} from '../../electron/gateway/http/watch';
import { nodeFetch, nodeNetwork } from '../../electron/gateway/network/node-network';
import { connect, failureOf, question } from '../support/gateway-client';
import { type HostileServer, hang, json, startHostileServer } from '../support/hostile-server';

describe('the limits of a profile', () => {
  it('are longer for a server on this computer or its network, and the person’s own come first', () => {
    const remote = { headersMs: 1_800_000, idleMs: 600_000 };
    const nearby = { headersMs: 7_200_000, idleMs: 3_600_000 };
    expect(timeoutsFor('https://gateway.example/v1')).toMatchObject(remote);
    expect(timeoutsFor('http://127.evil.example/v1')).toMatchObject(remote);
    for (const host of ['localhost:11434', '192.168.1.5:8000', '[::1]:1', 'studio.local', '0x7f.1:80'])
      expect(timeoutsFor(`http://${host}/v1`), host).toMatchObject(nearby);
    const own = { firstByteSeconds: 5, silenceSeconds: null };
    expect(timeoutsFor('https://gateway.example', own)).toMatchObject({ headersMs: 5_000, idleMs: 600_000 });
  });
});

it('is none on the whole of what is paid for, and short for what can be asked again', () => {
  const limits = timeoutsFor('https://gateway.example/v1');
  const totalMs = Number.POSITIVE_INFINITY;
  expect(paidLimits(limits)).toEqual({ headersMs: 1_800_000, idleMs: 600_000, totalMs });
  expect(downloadLimits(limits)).toEqual({ headersMs: 600_000, idleMs: 600_000, totalMs });
  expect(freeLimits(limits)).toEqual({ headersMs: 30_000, idleMs: 60_000, totalMs: 300_000 });
});

describe('a limit', () => {
  afterEach(() => vi.useRealTimers());

  it('does not pass while the computer sleeps', () => {
    vi.useFakeTimers();
    const end = vi.fn();
    startCountdown(60_000, end);
    vi.advanceTimersByTime(25_000);
    // A timer of a system that counts a sleep of an hour: the one that is waiting is due, and no other.
    vi.runOnlyPendingTimers();
    expect(end).not.toHaveBeenCalled();
    vi.advanceTimersByTime(29_000);
    expect(end).not.toHaveBeenCalled();
    vi.advanceTimersByTime(2_000);
    expect(end).toHaveBeenCalledOnce();
  });

  it('is never one of the HTTP library', async () => {
    const server = await startHostileServer();
    const seen: unknown[] = [];
    const listen = (message: unknown) => seen.push((message as { request: object }).request);
    subscribe('undici:request:create', listen);
    server.script(json({}), json({}));
    await (await nodeFetch(server.origin)).text();
    await (await nodeFetch(server.origin, await nodeNetwork.pin?.(() => true))).text();
    unsubscribe('undici:request:create', listen);
    await server.close();
    expect(seen).toHaveLength(2);
    for (const request of seen) expect(request).toMatchObject({ headersTimeout: 0, bodyTimeout: 0 });
  });
});

describe('a call', () => {
  let server: HostileServer;
  beforeEach(async () => {
    server = await startHostileServer();
  });
  afterEach(() => server.close());

  it('that costs nothing ends after its own short limits, however long the others are', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    server.script({ before: hang });
    const ended = failureOf(connect(server).client.models.list());
    await vi.waitFor(() => expect(server.requests).toHaveLength(1), { timeout: 60_000 });
    await vi.advanceTimersByTimeAsync(31_000);
    vi.useRealTimers();
    expect(await ended).toMatchObject({ errorCode: 'timeout', details: { afterMs: 30_000 } });
  });

  it('that costs is still waited for after 299 minutes with a limit of 300', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    server.script({ before: hang });
    const timeLimits = { firstByteSeconds: 18_000, silenceSeconds: null };
    let outcome: unknown = 'waiting';
    const ended = failureOf(
      connect(server, { timeLimits }).client.images.generations.create({
        model: 'm',
        prompt: question.model,
      }),
    ).then((error) => {
      outcome = error;
    });
    await vi.waitFor(() => expect(server.requests).toHaveLength(1), { timeout: 60_000 });
    await vi.advanceTimersByTimeAsync(299 * 60_000);
    expect(outcome).toBe('waiting');
    await vi.advanceTimersByTimeAsync(2 * 60_000);
    vi.useRealTimers();
    await ended;
    expect(outcome).toMatchObject({ errorCode: 'timeout', details: { stage: 'headers' } });
  });
});
