/** What a thread of this process writes is in use, whichever of them looks. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getEnvironmentData } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { cleanPartials } from '../../../../electron/storage/media/partial';
import { tempFolder } from '../../../support/temp-folder';

test('the name of a file that a thread writes has what its process hands to every thread', async () => {
  const folder = tempFolder();
  const run = String(getEnvironmentData('gatehouse-run'));
  expect(run).toMatch(/^[0-9a-f]{8}$/);
  const name = `.gatehouse-${process.pid}-${run}-00112233aabb.part`;
  writeFileSync(join(folder, name), 'being written by a thread');
  expect([await cleanPartials(folder), readdirSync(folder)]).toEqual([0, [name]]);
});
