/** Light edits, captions, names, tags, notes and boards survive kills: nothing is lost, paid twice or left behind. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openTestCore } from '../../../support/core';
import { liveAndDie } from '../../../support/killed-process';
import { paidRequests, results, tellLight } from '../../../support/light-story';
import { gif, wav } from '../../../support/media-files';
import { paidIn } from '../../../support/money';
import { expectNothingLeft, waitingParts } from '../../../support/nothing-left';
import { programOf } from '../../../support/programs';
import { startTestSandbox } from '../../../support/sandbox';
import { soakTimes } from '../../../support/soak';
import { tempFolder } from '../../../support/temp-folder';

const KILLS = soakTimes(6, 40);

test(`edits, captions, names, tags, notes and boards survive ${KILLS} kills, and nothing is left over`, async () => {
  const home = tempFolder();
  const sandbox = await startTestSandbox();
  onTestFinished(() => sandbox.close());
  const before = await openTestCore({ home, sandbox });
  await before.tell('models.refresh', {});
  await before.core.close();
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  const files = { home, sound: base64(wav(1.5)), image: base64(gif) };
  const env = { HOME_FOLDER: home, BASE_URL: sandbox.baseUrl, API_KEY: sandbox.apiKey };
  const program = await programOf('run-light');
  for (let kill = 0; kill < KILLS; kill += 1)
    await liveAndDie(program, { ...env, FILES: JSON.stringify(files) }, Math.random() * 700);

  const app = await openTestCore({ home, sandbox });
  onTestFinished(() => app.core.close());
  await tellLight(app.tell, files);
  const { items } = await app.tell('library.page', { filter: {}, cursor: null, limit: 50 });
  expect(items).toHaveLength(results);
  const named = (name: string) => items.find(({ fileName }) => fileName.startsWith(name));
  expect(named('Both voices')).toMatchObject({ note: 'For Ben', tags: ['harbour', 'best'] });
  expect(named('Harbour moving')?.isMissing).toBe(false);
  const [board] = await app.tell('boards.list', {});
  expect(board).toMatchObject({ name: 'Harbour', count: 3 });
  const captions = readdirSync(join(home, 'media', 'speech')).filter((name) => name.endsWith('.srt'));
  for (const name of captions)
    expect(readFileSync(join(home, 'media', 'speech', name), 'utf8')).toContain('Oh no!');
  const { charges, charged } = await sandbox.account();
  expect(charges).toHaveLength(paidRequests);
  await app.tell('models.refresh', {});
  const ledger = await app.tell('ledger.page', { filter: {}, cursor: null, limit: 1 });
  expect(paidIn(ledger)).toBe(Math.round(charged * 1e6));
  await expectNothingLeft(app, /\.srt$/);
  // Sounds of the lines of both dialogues wait, to be spoken again.
  expect(waitingParts(home)).toHaveLength(2);
}, 240_000);
