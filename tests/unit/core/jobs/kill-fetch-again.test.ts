/** A paid result that came cut is fetched again, and the app ends on the way: it is there after that, and stays paid once. */
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../../electron/system-clock';
import type { MediaItem } from '../../../../shared/media/media';
import { openTestCore, type TestCore } from '../../../support/core';
import { picture } from '../../../support/media-files';
import { file, IMAGES, startPaidGateway } from '../../../support/paid-gateway';
import { programOf } from '../../../support/programs';
import { tempFolder } from '../../../support/temp-folder';

const whole = Buffer.from(await picture('png'));
const half = whole.subarray(0, whole.length / 2);
const setTimer = (_: number, run: () => void) => systemClock.setTimer(0, run);

async function cutResult() {
  const gateway = await startPaidGateway();
  onTestFinished(() => gateway.close());
  const served = [half, half, half];
  gateway.on(/^\/files\//, () => file(served.shift() ?? whole));
  const home = tempFolder();
  const app = await openTestCore({ home, sandbox: gateway.sandbox, clock: { ...systemClock, setTimer } });
  const request = { modality: 'image', model: 'paid/painter', prompt: 'a boat' } as const;
  await app.tell('jobs.create', { id: randomUUID(), ...request, parameters: {}, extra: {} });
  const item = await app.until(() =>
    app.events.flatMap((event) => (event.type === 'job.changed' ? event.job.media : [])).at(-1),
  );
  await app.until(() =>
    app.events.some((event) => event.type === 'job.changed' && event.job.status === 'completed'),
  );
  await app.core.close();
  expect(item.isCut).toBe(true);
  return { gateway, home, id: item.id };
}

async function killedAt(step: string, env: NodeJS.ProcessEnv): Promise<void> {
  const child = fork(await programOf('fetch-again'), {
    env: { ...process.env, ...env, STEP: step },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [, signal] = await once(child, 'exit');
  expect([step, signal]).toEqual([step, 'SIGKILL']);
}

const only = async (app: TestCore): Promise<MediaItem> => {
  const { items } = await app.tell('library.page', { filter: {}, cursor: null, limit: 10 });
  expect(items).toHaveLength(1);
  return items[0] as MediaItem;
};

const bytesOf = (app: TestCore, id: string) => readFileSync(app.core.locate(id, 'file')?.path ?? '');

test.each([
  ['save', 'before'],
  ['save', 'after'],
  ['replace', 'before'],
  ['commit', 'before'],
  ['commit', 'after'],
  ['replace', 'after'],
  ['dropShownCopy', 'after'],
  ['makeThumbnail', 'before'],
  ['makeThumbnail', 'after'],
])(
  'the app is killed at %s, %s it: the result is whole then, or is fetched by another press',
  async (step, side) => {
    const { gateway, home, id } = await cutResult();
    const { baseUrl, apiKey } = gateway.sandbox;
    const env = { HOME_FOLDER: home, BASE_URL: baseUrl, API_KEY: apiKey, ID: id };
    await killedAt(step, side === 'after' ? { ...env, AFTER: 'yes' } : env);

    const app = await openTestCore({ home, sandbox: gateway.sandbox });
    onTestFinished(() => app.core.close());
    const found = await only(app);
    expect(found).toMatchObject({ id, isMissing: false });
    expect(bytesOf(app, id).length).toBe(found.bytes);
    if (found.isCut === true) await app.tell('media.fetchAgain', { id });
    const now = await only(app);
    expect([now.isCut, now.hasThumbnail, now.bytes]).toEqual([undefined, true, bytesOf(app, id).length]);
    expect(now.bytes).toBeGreaterThanOrEqual(whole.length);
    const isLeft = (names: readonly string[]) => names.length === 1;
    // Nothing that no row names: removed at the start, or by the press.
    await app.until(() => isLeft(readdirSync(join(home, 'media', 'images'))));
    expect(readdirSync(join(home, 'replaced'))).toEqual([]);
    expect(gateway.count(IMAGES)).toBe(1);
    expect(gateway.charges).toHaveLength(1);
  },
);
