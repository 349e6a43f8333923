import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CheckRun } from '../../../../shared/checks/checks';
import type { ProbeId } from '../../../../shared/checks/probes';
import { exportAll, importAll } from '../../../support/archives';
import { openTestCore, type TestCore } from '../../../support/core';
import { json, type RecordedRequest, type Script, startHostileServer } from '../../../support/hostile-server';
import { memoryKeychain } from '../../../support/memory-keychain';

const KEY = 'sk-secret-of-this-test-5521';

let app: TestCore;
let server: Awaited<ReturnType<typeof startHostileServer>>;
let profileId: string;
/** How the next requests for a reply are answered; `fine` after that. */
let answers: Script[];
let chats: RecordedRequest[];

const meta = { gatehouse: { credits_used: 0.01, credits_remaining: null } };
const record = { id: 'lab/one', gatehouse: { pricing: { unit: 'token', input: 1, output: 2 } } };

const fine = (content = 'ready'): Script =>
  json({
    model: 'lab/one',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 9, completion_tokens: 2 },
    ...meta,
  });
const refusal = (status: number, message: string, headers: Script['headers'] = {}): Script =>
  json({ error: { message, code: 'refused' } }, status, headers);

beforeEach(async () => {
  answers = [];
  chats = [];
  app = await openTestCore({ keychain: memoryKeychain() });
  server = await startHostileServer();
  const answer = (request: RecordedRequest): Script => {
    if (request.url.endsWith('/models')) return json({ object: 'list', data: [record], ...meta });
    chats.push(request);
    return answers.shift() ?? fine();
  };
  for (let at = 0; at < 300; at += 1) server.script(answer);
  const { id } = await app.tell('profiles.create', {
    name: 'Lab',
    baseUrl: server.baseUrl,
    key: KEY,
    keep: 'session',
  });
  profileId = id;
  await app.tell('profiles.activate', { id });
  await app.tell('models.refresh', {});
});
afterEach(async () => {
  await app.close();
  await server.close();
});

async function start(probes: readonly ProbeId[], more: object = {}): Promise<string> {
  const id = randomUUID();
  await app.tell('checks.start', { id, profileId, models: ['lab/one'], probes: [...probes], ...more });
  return id;
}

const until = (id: string, fits: (check: CheckRun) => boolean) =>
  app.until(() =>
    app.events
      .flatMap((event) => (event.type === 'check.changed' && event.check.id === id ? [event.check] : []))
      .findLast(fits),
  );
const resultsOf = async (id: string) => (await app.tell('checks.results', { id })).results;
const keyOf = ({ headers }: RecordedRequest) => headers['idempotency-key'];

test('where a plain request fails, nothing else is asked, and all other results are unclear', async () => {
  answers = [refusal(404, 'The model does not exist')];
  const id = await start(['reply', 'stop', 'toolsAuto', 'usageGrows', 'speed8']);
  await until(id, ({ status }) => status === 'completed');
  const results = await resultsOf(id);
  expect(results.map(({ result }) => result)).toEqual(Array(5).fill('unclear'));
  expect(results[4]?.note).toContain('The model does not exist');
  expect(chats).toHaveLength(1);
});

test('a refused key pauses the check, and resuming it asks the same again with a new key', async () => {
  answers = [fine(), refusal(401, 'Invalid API key')];
  const id = await start(['reply', 'stop']);
  const paused = await until(id, ({ status }) => status === 'paused');
  expect(paused).toMatchObject({ error: { statusCode: 401 }, done: 1, total: 2 });
  answers = [fine('1 2 3 4 5 6')];
  await app.tell('checks.resume', { id });
  await until(id, ({ status }) => status === 'completed');
  expect((await resultsOf(id)).map(({ probe, result }) => [probe, result])).toEqual([
    ['reply', 'works'],
    ['stop', 'works'],
  ]);
  expect(chats).toHaveLength(3);
  expect(new Set(chats.map(keyOf)).size).toBe(3);
});

test('a rate limit is waited for, shown, and says nothing of the model', async () => {
  answers = [fine(), refusal(429, 'Slow down', { 'retry-after': '1' }), fine('1 2 3 4 5 6')];
  const id = await start(['reply', 'stop']);
  const waiting = await until(id, ({ wait }) => wait !== null);
  expect(waiting.wait).toMatchObject({ failedInARow: 1, lastError: { statusCode: 429 } });
  await until(id, ({ status }) => status === 'completed');
  expect((await resultsOf(id))[1]).toMatchObject({ result: 'works' });
  // One call, with one key.
  expect(keyOf(chats[1] as RecordedRequest)).toBe(keyOf(chats[2] as RecordedRequest));
});

test('a paused check takes back the request that waits, and asks it once it is resumed', async () => {
  answers = [fine(), refusal(429, 'Slow down', { 'retry-after': '3000' })];
  const id = await start(['reply', 'stop']);
  await until(id, ({ wait }) => wait !== null);
  await app.tell('checks.pause', { id });
  await until(id, ({ status, wait }) => status === 'paused' && wait === null);
  answers = [fine('1 2 3 4 5 6')];
  // The wait of nearly an hour is over: nothing waits for it any more.
  await app.tell('checks.resume', { id });
  await until(id, ({ status }) => status === 'completed');
  expect((await resultsOf(id))[1]).toMatchObject({ result: 'works' });
  expect(chats).toHaveLength(3);
  expect(keyOf(chats[1] as RecordedRequest)).toBe(keyOf(chats[2] as RecordedRequest));
});

test('an answer that is cut off is unclear, counts with the most it can cost, and is not asked again', async () => {
  answers = [fine(), { before: { step: 'cut' } }];
  const id = await start(['reply', 'stop']);
  const check = await until(id, ({ status }) => status === 'completed');
  const [, stop] = await resultsOf(id);
  expect(stop).toMatchObject({ result: 'unclear', cost: null });
  const call = await app.tell('checks.call', { id: stop?.evidence[0] ?? '' });
  expect(call).toMatchObject({ status: 'unknown', cost: null });
  expect(check.hasUnknownCost).toBe(true);
  expect(check.spent[0]?.amount).toBe(10_000 + (call.bound?.amount ?? 0));
  expect(chats).toHaveLength(2);
});

test('paused, it sends nothing more; stopped, it can’t be resumed', async () => {
  answers = [refusal(503, 'Busy', { 'retry-after': '1' })];
  const id = await start(['reply', 'stop']);
  await until(id, ({ wait }) => wait !== null);
  expect((await app.tell('checks.pause', { id })).status).toBe('paused');
  expect((await app.tell('checks.stop', { id })).status).toBe('stopped');
  expect((await app.tell('checks.resume', { id, isConfirmed: true })).status).toBe('stopped');
  const ended = await app.tell('checks.get', { id });
  expect(ended).toMatchObject({ done: 0, calls: 0 });
  expect(chats).toHaveLength(1);
});

test('a limit of the profile holds for a check, and a budget without prices is asked about', async () => {
  const settings = { budgets: { [profileId]: { hardPerDay: 0.001 } } };
  await app.tell('settings.update', { patch: settings } as never);
  const scope = { profileId, models: ['lab/one'] };
  expect((await app.refusal('checks.start', { id: randomUUID(), ...scope })).code).toBe('over_budget');
  const unknown = { profileId, models: ['lab/unlisted'], probes: ['reply' as const], budget: 1 };
  const refused = await app.refusal('checks.start', { id: randomUUID(), ...unknown });
  expect(refused).toMatchObject({ code: 'needs_confirmation', details: { unpriced: 1, calls: 1 } });
  expect(chats).toEqual([]);
});

test('no evidence and no export has the key, also where the gateway echoes it', async () => {
  answers = [fine(`Your key is ${KEY}`), refusal(400, `Bad key ${KEY}`)];
  const id = await start(['reply', 'stop']);
  await until(id, ({ status }) => status === 'completed');
  const texts = await Promise.all(
    (['json', 'html'] as const).map(async (format) => (await app.tell('checks.export', { id, format })).text),
  );
  expect(texts.join('')).not.toContain(KEY);
  expect(texts[1]).toContain('Your key is');
});

test('a check travels in an archive with its evidence, ended', async () => {
  answers = [fine(), refusal(401, 'Invalid API key')];
  const id = await start(['reply', 'stop']);
  await until(id, ({ status }) => status === 'paused');
  const archive = await exportAll(app);
  const other = await openTestCore();
  try {
    await importAll(other, archive);
    expect(await other.tell('checks.get', { id })).toMatchObject({ status: 'stopped', done: 1, total: 2 });
    const { results } = await other.tell('checks.results', { id });
    expect(await other.tell('checks.call', { id: results[0]?.evidence[0] ?? '' })).toMatchObject({
      status: 'answered',
      request: { model: 'lab/one' },
      answer: { text: 'ready' },
    });
  } finally {
    await other.close();
  }
});

test('the control of two probes is one request, paid once and the evidence of both', async () => {
  answers = Array.from({ length: 9 }, () => fine('I know no word.'));
  const id = await start(['systemRole', 'developerRole']);
  await until(id, ({ status }) => status === 'completed');
  const controls = chats.filter(({ body }) => {
    const { messages } = JSON.parse(body) as { messages: { role: string }[] };
    return messages.length === 1;
  });
  expect([chats.length, controls.length]).toEqual([5, 1]);
  const evidence = (await resultsOf(id)).map((result) => result.evidence);
  expect(evidence[0]?.filter((call) => evidence[1]?.includes(call))).toHaveLength(1);
});
