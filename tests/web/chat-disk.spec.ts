/** A full disk: no typed text and no partial reply is lost, and a message says so. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, type RunningWeb, test } from '../support/app';
import { beginLongReply, composer, exchange, replies, say, transcript } from '../support/chat-page';

const prlimit = '/usr/bin/prlimit';
test.skip(!existsSync(prlimit), 'needs prlimit, by which Linux lets every write of a process fail');

/** From now on the disk refuses (or takes) whatever the running app writes. */
function setDisk({ child }: RunningWeb, state: 'full' | 'free'): void {
  const most = state === 'full' ? '1' : 'unlimited';
  execFileSync(prlimit, ['--pid', String(child.pid), `--fsize=${most}:unlimited`]);
}

test('a message that can’t be stored is refused with its text kept, and is sent once there is room', async ({
  appPage: page,
  web,
}) => {
  await exchange(page, 'Before', 'sandbox/eliza');
  setDisk(web, 'full');
  await say(page, 'A thought worth keeping');
  await expect(page.getByRole('alert').filter({ hasText: /storage_/ })).toBeVisible();
  await expect(composer(page)).toHaveValue('A thought worth keeping');
  setDisk(web, 'free');
  await composer(page).press('Enter');
  await expect(composer(page)).toHaveValue('');
  await expect(transcript(page).getByRole('article', { name: 'You' })).toHaveText([
    'Before',
    'A thought worth keeping',
  ]);
});

test('a reply that can’t be saved is kept and reported, and saved as soon as there is room', async ({
  appPage: page,
  web,
}) => {
  const reply = await beginLongReply(page, 400, 40);
  setDisk(web, 'full');
  await expect(page.getByText('Couldn’t save a reply')).toBeVisible();
  const shown = await reply.locator('.markdown').textContent();
  expect(shown?.length).toBeGreaterThan(20);
  setDisk(web, 'free');
  await expect(reply).toContainText('400 tokens');
  await expect(page.getByText('Couldn’t save a reply')).toHaveCount(0);
  const whole = (await reply.locator('.markdown').textContent()) ?? '';
  await page.reload();
  await expect(replies(page, 'sandbox/firehose').locator('.markdown')).toHaveText(whole);
});
