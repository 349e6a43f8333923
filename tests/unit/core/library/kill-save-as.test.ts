/** A file is saved into a folder the person chose, and the app is killed on the way: nothing half is left there. */

import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, truncateSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openTestCore, type TestCore } from '../../../support/core';
import { programOf } from '../../../support/programs';
import { startTestSandbox } from '../../../support/sandbox';
import { soakTimes } from '../../../support/soak';
import { tempFolder } from '../../../support/temp-folder';

/** Large enough that a copy of it takes a while. */
const BYTES = 200 * 2 ** 20;
/** At which change of the folder the app is killed: a file is made, written, renamed. */
const changes = Array.from({ length: soakTimes(3, 12) }, (_, at) => at + 1);

async function madeLarge() {
  const sandbox = await startTestSandbox();
  onTestFinished(() => sandbox.close());
  const home = tempFolder();
  const app = await openTestCore({ home, sandbox });
  const request = { modality: 'image', model: 'sandbox/aurora', prompt: 'a boat' } as const;
  await app.tell('jobs.create', { id: randomUUID(), ...request, parameters: {}, extra: {} });
  const item = await app.until(() =>
    app.events.flatMap((event) => (event.type === 'job.changed' ? event.job.media : [])).at(-1),
  );
  truncateSync(app.core.locate(item.id, 'file')?.path ?? '', BYTES);
  await app.core.close();
  return { sandbox, home, id: item.id };
}

async function killedAtChange(child: ChildProcess, folder: string, count: number): Promise<void> {
  const exit = once(child, 'exit');
  let seen = 0;
  const watcher = watch(folder, () => {
    seen += 1;
    if (seen === count) child.kill('SIGKILL');
  });
  child.on('message', (message) => (message === 'asked' ? child.kill('SIGKILL') : undefined));
  await exit;
  watcher.close();
}

const hidden = (name: string) => name.startsWith('.');
const shown = (folder: string) => readdirSync(folder).filter((name) => !hidden(name));
const untilTidy = (app: TestCore, folder: string) => app.until(() => !readdirSync(folder).some(hidden));

const commands = {
  'media.saveAs': (id: string) => ({ part: 'item', id }),
  'archive.export': () => ({ includesMedia: true }),
};
const cases = Object.entries(commands).flatMap(([command, inputOf]) =>
  changes.map((count) => ({ command, inputOf, count })),
);

test.each(cases)('$command, killed at change $count of the folder', async ({ command, inputOf, count }) => {
  const { sandbox, home, id } = await madeLarge();
  const chosen = tempFolder();
  const target = join(chosen, 'saved');
  const { baseUrl, apiKey } = sandbox;
  const env = {
    ...{ HOME_FOLDER: home, BASE_URL: baseUrl, API_KEY: apiKey, CHOSEN: target },
    ARCHIVE_WORKER: await programOf('archive'),
    COMMANDS: JSON.stringify([[command, inputOf(id)]]),
  };
  const run = async () =>
    fork(await programOf('run-commands'), {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
  const isWhole = () => statSync(target).size >= BYTES;

  await killedAtChange(await run(), chosen, count);
  expect(shown(chosen).filter((name) => name !== 'saved' || !isWhole())).toEqual([]);
  const next = await openTestCore({ home, sandbox });
  await untilTidy(next, chosen);
  await next.core.close();

  writeFileSync(target, 'what was there');
  await killedAtChange(await run(), chosen, count);
  expect(isWhole() || readFileSync(target, 'utf8') === 'what was there').toBe(true);
  const last = await openTestCore({ home, sandbox });
  onTestFinished(() => last.core.close());
  await untilTidy(last, chosen);
  expect(readdirSync(chosen)).toEqual(['saved']);
  await last.until(
    () => !existsSync(join(home, 'writing')) || readdirSync(join(home, 'writing')).length === 0,
  );
});
