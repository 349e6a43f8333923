/** Files that are dropped on a form or pasted into it become inputs, and bring what another program wrote into them. */
import { crc32 } from 'node:zlib';
import type { Page } from 'playwright/test';
import { expectAccessible } from '../support/axe';
import { chooseModel } from '../support/chat-page';
import { openCreateTab } from '../support/create-page';
import { expect, test } from '../support/emptied-app';

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** As the web UI writes its settings. */
function withSettings(settings: string): Buffer {
  const data = Buffer.from(`tEXtparameters\0${settings}`, 'latin1');
  const chunk = Buffer.alloc(data.length + 8);
  chunk.writeUInt32BE(data.length - 4);
  data.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(data), chunk.length - 4);
  return Buffer.concat([pixel.subarray(0, 33), chunk, pixel.subarray(33)]);
}

interface Given {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/** Drops files on the prompt, or pastes them into it. */
async function give(page: Page, how: 'drop' | 'paste', files: readonly Given[]): Promise<void> {
  const sent = files.map(({ name, type, bytes }) => ({ name, type, base64: bytes.toString('base64') }));
  await page.getByRole('textbox', { name: 'Prompt', exact: true }).evaluate(
    (field, { how: way, sent: all }) => {
      const transfer = new DataTransfer();
      for (const { name, type, base64 } of all) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        transfer.items.add(new File([bytes], name, { type }));
      }
      const init = { bubbles: true, cancelable: true };
      field.dispatchEvent(
        way === 'drop'
          ? new DragEvent('drop', { ...init, dataTransfer: transfer })
          : new ClipboardEvent('paste', { ...init, clipboardData: transfer }),
      );
    },
    { how, sent },
  );
}

test('dropped and pasted files are inputs, what isn’t taken is named, and settings in a file can be used', async ({
  appPage: page,
}) => {
  await openCreateTab(page, 'Image');
  await chooseModel(page, 'sandbox/retouch');
  const inputs = page.getByRole('region', { name: 'Inputs' });
  const theirs = withSettings('a lighthouse\nSteps: 20, Seed: 4023, Size: 512x768');
  await give(page, 'drop', [
    { name: 'clip.mp4', type: 'video/mp4', bytes: Buffer.alloc(8) },
    { name: 'theirs.png', type: 'image/png', bytes: theirs },
  ]);
  await expect(inputs.getByTitle('Replace theirs.png')).toBeVisible();
  const alert = page.getByRole('alert').filter({ hasText: 'clip.mp4' });
  await expect(alert).toBeVisible();
  await expectAccessible(page, 'main');
  await page.getByRole('button', { name: 'Close' }).click();

  await inputs.getByRole('button', { name: 'Settings in file' }).click();
  await page.getByRole('button', { name: 'Use prompt and settings' }).click();
  await expect(page.getByRole('textbox', { name: 'Prompt', exact: true })).toHaveValue('a lighthouse');
  await expect(page.getByLabel('Seed')).toHaveValue('4023');
  await expect(inputs.getByTitle('Replace theirs.png')).toBeVisible();

  await give(page, 'paste', [{ name: 'mine.png', type: 'image/png', bytes: pixel }]);
  await expect(inputs.getByRole('button', { name: /^Replace .*mine\.png/ })).toBeVisible();
});
