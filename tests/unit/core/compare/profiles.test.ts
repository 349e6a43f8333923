import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CommandInput } from '../../../../shared/contract';
import { aRound, chatsOf, jobOf, nextRound, settled } from '../../../support/compare-core';
import { openTestCore, type TestCore } from '../../../support/core';
import { expectedIn, paidIn } from '../../../support/money';
import { startTestSandbox, type TestSandbox } from '../../../support/sandbox';

type ForecastIntent = CommandInput<'credits.forecast'>['intent'];

let app: TestCore;
let other: TestSandbox;
let otherId: string;
beforeEach(async () => {
  [app, other] = await Promise.all([openTestCore(), startTestSandbox()]);
  const { baseUrl, apiKey: key } = other;
  otherId = (await app.tell('profiles.create', { name: 'Other', baseUrl, key, keep: 'session' })).id;
  await app.tell('models.catalogue', { profileId: otherId });
  await app.until(() =>
    app.events.some(
      ({ ...event }) =>
        event.type === 'models.changed' &&
        event.catalogue.profileId === 'sandbox' &&
        event.catalogue.models.length > 0,
    ),
  );
});
afterEach(async () => {
  await app.close();
  await other.close();
});

const columns = () => [{ model: 'sandbox/eliza' }, { model: 'sandbox/eliza', profileId: otherId }];
const limit = (profileId: string, budget: object) =>
  app.tell('settings.update', { patch: { budgets: { [profileId]: budget } } });
const chargeCounts = async () => [
  (await app.sandbox.account()).chargeCount,
  (await other.account()).chargeCount,
];

describe('a comparison with columns of two profiles', () => {
  test('sends each column with its profile, which pays for it', async () => {
    const round = aRound(columns());
    await app.tell('compare.send', round);
    const comparison = await settled(app, round.id);
    expect(comparison.columns.map(({ profileId }) => profileId)).toEqual(['sandbox', otherId]);
    expect(await chargeCounts()).toEqual([1, 1]);
    const [[, first], [, second]] = (await chatsOf(app, comparison)) as [never[], never[]];
    expect([first, second]).toMatchObject([{ profileId: 'sandbox' }, { profileId: otherId }]);
    const spent = async (profileId: string) =>
      paidIn(await app.tell('ledger.page', { filter: { profileId }, cursor: null, limit: 1 })) ?? 0;
    expect((await spent('sandbox')) + (await spent(otherId))).toBe(paidIn(comparison));
  });

  test('is refused as a whole where the budget of one profile is too small, whatever the other has left', async () => {
    await limit(otherId, { hardPerDay: 0.000001 });
    const round = aRound(columns());
    expect(await app.refusal('compare.send', round)).toMatchObject({ code: 'over_budget' });
    expect(await chargeCounts()).toEqual([0, 0]);
    await limit('sandbox', { hardPerDay: 0.000001 });
    const both = aRound([
      { model: 'sandbox/eliza', profileId: otherId },
      { model: 'sandbox/echo', profileId: otherId },
    ]);
    await app.tell('settings.update', { patch: { budgets: { sandbox: { hardPerDay: 0.000001 } } } });
    await app.tell('compare.send', both);
    await settled(app, both.id);
    expect(await chargeCounts()).toEqual([0, 2]);
  });

  test('keeps the profile of a column when its reply is regenerated or another message follows', async () => {
    const round = aRound(columns());
    await app.tell('compare.send', round);
    const comparison = await settled(app, round.id);
    const [, [, reply]] = (await chatsOf(app, comparison)) as [never, [unknown, { id: string }]];
    const replyId = randomUUID();
    await app.tell('chat.regenerate', { messageId: reply.id, replyId });
    await app.until(() => app.message(replyId)?.status === 'complete');
    expect(app.message(replyId)?.profileId).toBe(otherId);
    await app.tell('compare.send', nextRound(round, 'And then?'));
    await settled(app, round.id);
    expect(await chargeCounts()).toEqual([2, 3]);
  });

  test('keeps the profile of a job that is tried again', async () => {
    const extra = { fail_status: 400 };
    const round = aRound(
      [
        { model: 'sandbox/aurora', extra },
        { model: 'sandbox/aurora', extra, profileId: otherId },
      ],
      { modality: 'image' },
    );
    await app.tell('compare.send', round);
    const comparison = await settled(app, round.id);
    expect(comparison.columns.map(({ profileId }) => profileId)).toEqual(['sandbox', otherId]);
    const failed = await jobOf(app, comparison.columns[1]?.runs[0]?.jobId ?? '');
    const newId = randomUUID();
    await app.tell('jobs.retry', { id: failed.id, newId });
    await app.until(() => app.events.some((event) => event.type === 'job.changed' && event.job.id === newId));
    const { jobs } = await app.tell('jobs.page', { modality: 'image', cursor: null, limit: 10 });
    expect(jobs.find(({ id }) => id === newId)?.profileId).toBe(otherId);
  });

  test('foresees the cost that the command would have admitted for each profile', async () => {
    const round = aRound(columns());
    const [one, two] = round.columns;
    const of = async (...asked: NonNullable<typeof one>[]) =>
      expectedIn(
        await app.tell('credits.forecast', {
          intent: { ...round, kind: 'compare', columns: asked } as ForecastIntent,
        }),
      )?.estimate;
    const [both, first, second] = [
      await of(one as never, two as never),
      await of(one as never),
      await of(two as never),
    ];
    expect(both?.to).toBe((first?.to ?? 0) + (second?.to ?? 0));
  });
});
