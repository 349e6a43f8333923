import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Storage } from '../../../../electron/core/ports/storage';
import type { CommandInput } from '../../../../shared/contract';
import type { CostForecast, Estimate } from '../../../../shared/money/estimate';
import type { Amount } from '../../../../shared/money/money';
import { openTestCore, type TestCore, untilListed } from '../../../support/core';
import { expectedIn } from '../../../support/money';

type Intent = CommandInput<'credits.forecast'>['intent'];

let app: TestCore;
let storage: Storage;
let chat: { conversationId: string; replyId: string };

const chatModels = ['sandbox/echo', 'sandbox/eliza', 'sandbox/markdown-tour', 'no/such'];
const mediaModels = ['sandbox/aurora', 'sandbox/narrator', 'sandbox/kinograph', 'no/such'];

beforeAll(async () => {
  app = await openTestCore({
    wrapStorage: (opened) => {
      storage = opened;
      return opened;
    },
  });
  await untilListed(app);
  const first = await app.chat('A first message, so that there is a branch.', { model: 'sandbox/eliza' });
  const { conversationId } = first;
  const second = await app.chat('And a second.', { model: 'sandbox/echo', conversationId });
  chat = { conversationId, replyId: second.reply.id };
  addPastCalls();
  addBatch();
  addJobs();
  // Nothing may be spent: every request that could be charged is refused, with the range it was refused for.
  await app.tell('settings.update', { patch: { budgets: { sandbox: { hardPerDay: 0 } } } });
});
afterAll(() => app.close());

/** What such calls took lately; of some models more than their price says, of some less. */
function addPastCalls() {
  const none = { conversationId: null, messageId: null, idempotencyKey: null, requestId: null };
  const row = {
    at: Date.now(),
    profileId: 'sandbox',
    unit: 'credits' as const,
    outcome: 'answered' as const,
    statusCode: 200,
    ...none,
  };
  const charges: readonly (readonly [string, boolean, number])[] = [
    ['sandbox/markdown-tour', false, 900_000],
    ['sandbox/aurora', true, 9_000_000],
    ['no/such', false, 2_500_000],
    ['no/such', true, 7_000_000],
  ];
  for (const [model, isJob, used] of charges) {
    storage.ledger.append({
      ...{ ...row, operation: 'x', model, used: used as Amount, remaining: null, totalMs: null },
      ...{ isCheckpoint: false, jobId: isJob ? randomUUID() : null },
      forecast: { estimate: { from: 1, to: 3 }, units: isJob ? 1 : null },
    });
  }
}

const batchIds = { chat: randomUUID(), speech: randomUUID() };

function addBatch() {
  for (const modality of ['chat', 'speech'] as const) {
    const rows = ['one', 'two words', 'three whole words'].map((value) => ({
      values: [value],
      key: randomUUID(),
    }));
    storage.batches.insert({
      ...{ id: batchIds[modality], name: 'A batch', profileId: 'sandbox', createdAt: Date.now() },
      model: modality === 'chat' ? 'sandbox/echo' : 'sandbox/narrator',
      ...{ template: 'Say {{word}} aloud', columns: ['word'], rows },
      ...(modality === 'chat'
        ? { modality, settings: { systemPrompt: 'Be brief.' } }
        : { modality, parameters: {}, extra: {} }),
    });
    storage.batches.update(batchIds[modality], { status: 'paused' });
    storage.batches.updateRow({ batchId: batchIds[modality], position: 2 }, { status: 'failed' });
  }
}

const jobIds = { refused: randomUUID(), halfDone: randomUUID(), fetchable: randomUUID() };

function addJobs() {
  const prompt = `${'A sentence. '.repeat(300)}${'Another one. '.repeat(300)}`;
  const destination = { folder: app.home, fileNameTemplate: '{prompt}' };
  for (const id of Object.values(jobIds)) {
    storage.jobs.insert({
      ...{ id, modality: 'speech', profileId: 'sandbox', model: 'sandbox/narrator', prompt, parameters: {} },
      ...{ extra: {}, owner: null, destination, createdAt: Date.now(), status: 'failed' },
      ...{ isForeign: false, remoteId: null },
      parts: [
        { start: 0, end: 3_600, idempotencyKey: randomUUID() },
        { start: 3_600, end: prompt.length, idempotencyKey: randomUUID() },
      ],
    });
  }
  storage.jobs.updatePart(jobIds.halfDone, 0, { status: 'completed', error: null });
  storage.jobs.update(jobIds.fetchable, { hasResult: true });
}

const forecast = (intent: Intent): Promise<CostForecast> => app.tell('credits.forecast', { intent });

interface Counted {
  readonly estimate: Estimate | null;
  readonly calls: number;
}

/** The range the guard counted a request with. */
async function counted(ask: Promise<{ ok: boolean }>): Promise<Counted> {
  const answer = (await ask) as { ok: boolean; error?: { code: string; message: string; details: never } };
  if (answer.error?.code !== 'over_budget')
    throw new Error(`not refused for its cost: ${JSON.stringify(answer)}`);
  const { estimate, calls } = answer.error.details as Counted;
  return { estimate, calls };
}

interface Request {
  readonly intent: Intent;
  readonly give: () => Promise<{ ok: boolean }>;
  /** The same request column by column, or row by row. */
  readonly parts?: readonly Intent[];
}

const text = fc.oneof(
  fc.string({ minLength: 1, maxLength: 60 }).map((words) => `a${words}b`),
  fc.integer({ min: 1, max: 9_000 }).map((length) => 'word '.repeat(length / 5).concat('end')),
);
const chatModel = fc.constantFrom(...chatModels);
const settingsWith = (...extras: Record<string, string | number>[]) =>
  fc.record(
    {
      systemPrompt: fc.string({ maxLength: 400 }),
      maxTokens: fc.integer({ min: 1, max: 5_000 }),
      choices: fc.integer({ min: 1, max: 8 }),
      extra: fc.constantFrom(...extras),
    },
    { requiredKeys: [] },
  );
const settings = settingsWith({}, { mirostat: 2 }, { web_search: 'high' });
/** As earlier versions stored them. */
const oldSettings = settingsWith({ n: 3 }, { max_tokens: 77 }, { max_completion_tokens: 9, effort: 'high' });
const extra = fc.constantFrom<Record<string, string>>({}, { user: 'me' }, { quality: 'high' });
const media = fc.constantFrom('image' as const, 'speech' as const, 'video' as const).chain((modality) =>
  fc.record({
    modality: fc.constant(modality),
    model: fc.constantFrom(...mediaModels),
    prompt: text,
    parameters: parametersOf[modality],
    extra,
  }),
);
const parametersOf = {
  image: fc.record(
    { count: fc.integer({ min: 1, max: 4 }), size: fc.constantFrom('1024x1024', '512x512') },
    { requiredKeys: [] },
  ),
  speech: fc.record({ speed: fc.constantFrom(1, 2) }, { requiredKeys: [] }),
  video: fc.record(
    { duration: fc.integer({ min: 1, max: 10 }), resolution: fc.constantFrom('480p', '1080p', '99p') },
    { requiredKeys: [] },
  ),
} as const;

const message = fc.record({ text, model: chatModel, settings, isNew: fc.boolean() }).map((one): Request => {
  const { model } = one;
  const conversationId = one.isNew ? null : chat.conversationId;
  const input = { conversationId, model, settings: one.settings, text: one.text };
  return {
    intent: { kind: 'message', ...input },
    give: () => app.ask('chat.send', { ...input, messageId: randomUUID() }),
  };
});

const ofTheChat = fc
  .record({
    settings: oldSettings,
    model: chatModel,
    kind: fc.constantFrom('continue' as const, 'regenerate' as const, 'run' as const),
    beginning: fc.constantFrom(undefined, ' and so'),
  })
  .map(({ model, settings: chosen, kind, beginning }): Request => {
    const configure = () => storage.conversations.configure(chat.conversationId, { model, settings: chosen });
    const messageId = chat.replyId;
    const run = { messageId, beginning };
    return {
      get intent() {
        configure();
        return kind === 'run' ? { kind, ...run } : { kind, messageId };
      },
      give: () => {
        if (kind === 'continue') return app.ask('chat.continue', { messageId, intentId: randomUUID() });
        const replyId = randomUUID();
        return kind === 'run'
          ? app.ask('chat.run', { ...run, replyId })
          : app.ask('chat.regenerate', { messageId, replyId });
      },
    };
  });

const job = media.map(
  (request): Request => ({
    intent: { kind: 'job', ...request },
    give: () => app.ask('jobs.create', { id: randomUUID(), ...request }),
  }),
);

const oldJob = fc.constantFrom('refused' as const, 'halfDone' as const).chain((which) =>
  fc.boolean().map((isRetry): Request => {
    const id = jobIds[which];
    return isRetry
      ? {
          intent: { kind: 'retryJob', id },
          give: () => app.ask('jobs.retry', { id, newId: randomUUID() }),
        }
      : { intent: { kind: 'resumeJob', id }, give: () => app.ask('jobs.resume', { id }) };
  }),
);

const chatRound = fc
  .array(fc.record({ text, model: chatModel, settings }), { minLength: 2, maxLength: 4 })
  .map((asked): Request => {
    const columns = asked.map(({ text: prompt, ...one }) => ({
      ...{ ...one, prompt, id: randomUUID(), callId: randomUUID() },
    }));
    const round = { ...aRound(), modality: 'chat' as const, columns };
    return {
      intent: { kind: 'compare', ...round },
      give: () => app.ask('compare.send', round),
      parts: asked.map((one) => ({ kind: 'message' as const, conversationId: null, ...one })),
    };
  });

const aRound = () => ({ id: randomUUID(), roundId: randomUUID(), isTied: false, isSamePrompt: false });

const mediaRound = fc.array(media, { minLength: 2, maxLength: 4 }).map((asked): Request => {
  const modality = 'image' as const;
  const parameters = { count: 2 };
  const columns = asked.map(({ model, prompt, extra: own }) => ({
    ...{ id: randomUUID(), callId: randomUUID(), model, prompt, parameters, extra: own },
  }));
  const round = { ...aRound(), modality, columns };
  return {
    intent: { kind: 'compare', ...round },
    give: () => app.ask('compare.send', round),
    parts: columns.map(({ model, prompt }) => ({
      ...{ kind: 'job' as const, modality, model, prompt, parameters, extra: {} },
    })),
  };
});

const newBatch = fc
  .record({ model: chatModel, settings, words: fc.array(text, { minLength: 1, maxLength: 12 }) })
  .map(({ words, ...plan }): Request => {
    const rows = words.map((word) => [word]);
    const table = { name: 'B', template: 'Say {{word}} twice', columns: ['word'] };
    const batch = { modality: 'chat' as const, ...plan, ...table };
    return {
      intent: { kind: 'batch', ...batch, rows },
      give: () => app.ask('batches.create', { ...batch, rows, id: randomUUID() }),
      parts: rows.map((row) => ({ kind: 'batch' as const, ...batch, rows: [row] })),
    };
  });

const oldBatch = fc
  .record({ which: fc.constantFrom('chat' as const, 'speech' as const), how: fc.integer({ min: 0, max: 2 }) })
  .map(({ which, how }): Request => {
    const id = batchIds[which];
    const row = { id, position: 2 };
    if (how === 0)
      return { intent: { kind: 'resumeBatch', id }, give: () => app.ask('batches.resume', { id }) };
    return how === 1
      ? { intent: { kind: 'retryFailedRows', id }, give: () => app.ask('batches.retryFailed', { id }) }
      : { intent: { kind: 'retryRow', ...row }, give: () => app.ask('batches.retryRow', row) };
  });

const request = fc.oneof(message, ofTheChat, job, oldJob, chatRound, mediaRound, newBatch, oldBatch);

describe('what is shown before a request', () => {
  test('is what the limits count, for 400 requests of every kind', async () => {
    const kinds = new Set<string>();
    let known = 0;
    await fc.assert(
      fc.asyncProperty(request, async (one) => {
        const shown = await forecast(one.intent);
        expect(await counted(one.give())).toEqual({
          estimate: expectedIn(shown)?.estimate ?? null,
          calls: shown.calls,
        });
        if (one.parts)
          expect(sum(await Promise.all(one.parts.map(forecast)))).toEqual(
            expectedIn(shown)?.estimate ?? null,
          );
        kinds.add(one.intent.kind);
        known += expectedIn(shown) === undefined ? 0 : 1;
      }),
      { numRuns: 400 },
    );
    expect(kinds.size).toBe(12);
    expect(known).toBeGreaterThan(360);
  });

  test('is nothing for a result that is only downloaded again, and the rest for a partly paid job', async () => {
    const free = await forecast({ kind: 'resumeJob', id: jobIds.fetchable });
    expect(free).toMatchObject({ costs: [{ estimate: { from: 0, to: 0 } }], calls: 0 });
    expect(await app.ask('jobs.resume', { id: jobIds.fetchable })).toMatchObject({ ok: true });
    const whole = await forecast({ kind: 'resumeJob', id: jobIds.refused });
    const rest = await forecast({ kind: 'resumeJob', id: jobIds.halfDone });
    expect(expectedIn(rest)?.estimate.to).toBeGreaterThan(0);
    expect(expectedIn(rest)?.estimate.to).toBeCloseTo((expectedIn(whole)?.estimate.to ?? 0) / 2, 0);
  });

  test('includes past costs of such calls in the range, and states how many', async () => {
    const image = { modality: 'image' as const, prompt: 'sea', parameters: {}, extra: {} };
    const intent = { kind: 'job' as const, ...image };
    expect(await forecast({ ...intent, model: 'sandbox/aurora' })).toMatchObject({
      ...{ costs: [{ estimate: { to: 18 }, usually: 18 }], pastCalls: 1, hasPrice: true, unpriced: 0 },
    });
    expect(await forecast({ ...intent, model: 'no/such' })).toMatchObject({
      hasPrice: false,
      costs: [{ usually: 7 }],
    });
    expect(await forecast({ ...intent, model: 'never/called' })).toMatchObject({
      ...{ costs: [], unpriced: 1, calls: 1 },
    });
  });

  test('counts the prompt as the gateway did, and reports what no longer exists', async () => {
    const one = { conversationId: chat.conversationId, model: 'sandbox/echo', settings: {} };
    const message = { kind: 'message' as const, ...one, text: '' };
    const shown = await app.tell('credits.forecast', { intent: message, countsTokens: true });
    const { total, counted, pieces } = await app.tell('tokens.ofPrompt', { ...one, text: '' });
    expect(counted?.tokens).toBe(storage.messages.get(chat.replyId)?.usage?.promptTokens);
    expect(shown.promptTokens).toBe((counted?.tokens ?? 0) + (pieces.at(-1)?.tokens ?? 0));
    expect(total).toBe(shown.promptTokens);
    expect(
      await app.refusal('credits.forecast', { intent: { kind: 'resumeJob', id: 'gone' } }),
    ).toMatchObject({
      code: 'not_found',
    });
  });
});

function sum(forecasts: readonly CostForecast[]): Estimate | null {
  const known = forecasts.map((one) => expectedIn(one)?.estimate).filter((one) => one !== undefined);
  if (known.length === 0) return null;
  const add = (end: keyof Estimate) => known.reduce((total, one) => total + one[end], 0);
  return { from: add('from'), to: add('to') };
}
