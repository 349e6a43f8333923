import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkFolder } from '../../../../electron/storage/media/check-folder';
import { tempFolder } from '../../../support/temp-folder';

test.each([
  '\\\\192.0.2.1\\share',
  '//192.0.2.1/share',
  '\\\\?\\UNC\\192.0.2.1\\share',
  '/\\192.0.2.1\\share',
])(
  'on Windows a folder of another computer (%s) is taken from a dialog of the system alone',
  async (folder) => {
    await expect(checkFolder(folder, false, 'win32')).rejects.toMatchObject({
      data: { code: 'invalid_input', field: 'mediaFolder', message: expect.stringContaining('“Choose…”') },
    });
  },
);

test('one that was chosen is tested by writing, as any other', async () => {
  const folder = join(tempFolder(), 'results');
  await checkFolder(`/${folder}`, true, 'win32');
  await checkFolder(folder, false, 'win32');
  await checkFolder(`/${folder}`, false, 'linux');
  expect(existsSync(folder)).toBe(true);
  await expect(checkFolder('results', false)).rejects.toMatchObject({
    data: { message: 'Enter the full path of the folder.' },
  });
});
