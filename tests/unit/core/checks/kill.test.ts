import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import type { Storage } from '../../../../electron/core/ports/storage';
import type { CheckRun } from '../../../../shared/checks/checks';
import type { ProbeId } from '../../../../shared/checks/probes';
import { checkGateways, startCheckGateways } from '../../../support/check-gateways';
import { openTestCore, type TestCore } from '../../../support/core';
import { memoryKeychain } from '../../../support/memory-keychain';
import { startTestSandbox } from '../../../support/sandbox';
import { soakTimes } from '../../../support/soak';
import { tempFolder } from '../../../support/temp-folder';

/** In two halves, each with an app of its own. */
const RUNS = soakTimes(100, 500);

const probes: readonly ProbeId[] = ['reply', 'stop', 'seed', 'temperature0', 'toolsRoundTrip'];

const endOf = ({ events }: TestCore, id: string): CheckRun | undefined =>
  events
    .flatMap((event) => (event.type === 'check.changed' && event.check.id === id ? [event.check] : []))
    .find(({ status }) => status !== 'running');

async function untilEnded(app: TestCore, id: string): Promise<CheckRun> {
  const known = await app.tell('checks.get', { id });
  return known.status === 'running' ? await app.until(() => endOf(app, id)) : known;
}

/** The same for the same run. */
const drawn = (run: number, of: number): number => Math.floor(((run * 7_919 + 104_729) % 1_009) % of);

test.each([0, 1])(
  `half %s: ${RUNS} checks that are killed at any call never cost more than their bound, and send nothing twice`,
  async (half) => {
    const home = tempFolder();
    const keychain = memoryKeychain();
    const sandbox = await startTestSandbox();
    const chosen = checkGateways.filter(({ name }) =>
      ['whole', 'ignores-limits', 'seed refused'].includes(name),
    );
    const gateways = await startCheckGateways(chosen);
    let storage: Storage | null = null;
    const open = () =>
      openTestCore({
        home,
        sandbox,
        keychain,
        wrapStorage: (opened) => {
          storage = opened;
          return opened;
        },
      });
    let app: TestCore = await open();
    onTestFinished(async () => {
      await app.core.close();
      await Promise.all([gateways.close(), sandbox.close()]);
    });
    const profiles: string[] = [];
    for (const gateway of chosen) {
      const { id } = await app.tell('profiles.create', {
        name: gateway.name,
        baseUrl: gateways.baseUrlOf(gateway),
        key: 'sk-check',
      });
      await app.tell('profiles.activate', { id });
      await app.tell('models.refresh', {});
      profiles.push(id);
    }
    let unknown = 0;
    for (let run = half * RUNS; run < (half + 1) * RUNS; run += 1) {
      const at = run % chosen.length;
      const [gateway, profileId] = [chosen[at], profiles[at]];
      if (gateway === undefined || profileId === undefined) throw new Error('no gateway');
      const before = gateways.charged(gateway);
      const id = randomUUID();
      const scope = { profileId, models: [...gateway.models], probes: [...probes] };
      const full = (await app.tell('checks.plan', scope)).bound[0]?.amount ?? 0;
      // A third of them can't be finished within their budget.
      const budget = run % 3 === 0 ? (full / 1e6) * 0.6 : null;
      await app.tell('checks.start', { id, ...scope, budget });
      const due = gateways.requests() + 1 + drawn(run, 9);
      await app.until(() => gateways.requests() >= due || endOf(app, id));
      // As a kill does: nothing more is written, whatever still comes.
      (storage as Storage | null)?.close();
      void app.core.close().catch(() => undefined);
      app = await open();
      const ended = await untilEnded(app, id);
      const bound = ended.bound[0]?.amount ?? 0;
      expect(Math.round((gateways.charged(gateway) - before) * 1e6)).toBeLessThanOrEqual(bound);
      expect(ended.spent[0]?.amount ?? 0).toBeLessThanOrEqual(bound);
      if (ended.hasUnknownCost) unknown += 1;
    }
    expect(Math.max(...gateways.keys().values())).toBe(1);
    // Some kills came while a call was under way, or the test would show nothing.
    expect(unknown).toBeGreaterThan(RUNS / 10);
  },
);
