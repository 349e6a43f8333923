/** A tree of results, each made from the one before, survives kills on the way: nothing is lost, nothing paid twice. */
import { createCanvas } from '@napi-rs/canvas';
import { expect, onTestFinished, test } from 'vitest';
import { costOfNodes } from '../../../../shared/media/lineage';
import { amountIn } from '../../../../shared/money/cost';
import { exportAll, importAll } from '../../../support/archives';
import { openTestCore } from '../../../support/core';
import { liveAndDie } from '../../../support/killed-process';
import { gif, picture } from '../../../support/media-files';
import { paidIn } from '../../../support/money';
import { expectNothingLeft, waitingParts } from '../../../support/nothing-left';
import { programOf } from '../../../support/programs';
import { startTestSandbox } from '../../../support/sandbox';
import { soakTimes } from '../../../support/soak';
import { tempFolder } from '../../../support/temp-folder';
import { paidSteps, tellTree } from '../../../support/tree-story';

const KILLS = soakTimes(8, 20);

/** All may change, but the left half. */
function maskFor(photo: { readonly width: number; readonly height: number }): string {
  const canvas = createCanvas(photo.width, photo.height);
  canvas.getContext('2d').fillRect(0, 0, photo.width / 2, photo.height);
  return canvas.toBuffer('image/png').toString('base64');
}

test(`a tree from a photo to a GIF survives ${KILLS} kills, and costs the same here and on another computer`, async () => {
  const home = tempFolder();
  const sandbox = await startTestSandbox();
  onTestFinished(() => sandbox.close());
  // A balance that was settled before: later ones are compared with it.
  const before = await openTestCore({ home, sandbox });
  await before.tell('models.refresh', {});
  const photo = Buffer.from(await picture('png')).toString('base64');
  const { width, height } = await before.tell('attachments.add', { name: 'photo.png', base64: photo });
  await before.core.close();
  const mask = maskFor({ width: width ?? 1, height: height ?? 1 });
  const files = { photo, mask, gif: Buffer.from(gif).toString('base64') };
  const env = {
    ...{ HOME_FOLDER: home, BASE_URL: sandbox.baseUrl, API_KEY: sandbox.apiKey },
    FILES: JSON.stringify(files),
  };
  for (let kill = 0; kill < KILLS; kill += 1)
    await liveAndDie(await programOf('run-tree'), env, Math.random() * 900);

  const app = await openTestCore({ home, sandbox });
  onTestFinished(() => app.core.close());
  const id = await tellTree(app.tell, files);
  const { jobs } = await app.tell('jobs.page', { modality: null, cursor: null, limit: 50 });
  expect(jobs.map(({ media }) => media.length)).toEqual(Array.from({ length: paidSteps + 1 }, () => 1));
  const { charges, charged } = await sandbox.account();
  expect(charges).toHaveLength(paidSteps);
  // A cost whose telling was lost with a kill is found again in the balance.
  await app.tell('models.refresh', {});
  const ledger = await app.tell('ledger.page', { filter: {}, cursor: null, limit: 1 });
  expect(paidIn(ledger)).toBe(Math.round(charged * 1e6));

  await expectNothingLeft(app);
  expect(waitingParts(home)).toEqual([]);

  const here = await app.tell('media.lineage', { id, isWhole: true });
  // The photo and its mask, four results and the GIF.
  expect(here.nodes).toHaveLength(2 + paidSteps + 1);
  const elsewhere = await openTestCore();
  onTestFinished(() => elsewhere.close());
  expect((await importAll(elsewhere, await exportAll(app))).error).toBeNull();
  const there = await elsewhere.tell('media.lineage', { id, isWhole: true });
  expect(there.edges.length).toBe(here.edges.length);
  expect(costOfNodes(there.nodes)).toEqual(costOfNodes(here.nodes));
  const known = amountIn(costOfNodes(here.nodes).known, 'credits') ?? 0;
  expect(known).toBeLessThanOrEqual(Math.round(charged * 1e6));
  expect(known).toBeGreaterThan(0);
}, 240_000);
