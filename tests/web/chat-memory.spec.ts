import { expect, test } from '../support/app';
import { composer } from '../support/chat-page';
import { hearExactly } from '../support/scripted-model';

test('a reply of a million characters leaves no copies of itself in memory', async ({ appPage: page }) => {
  const session = await page.context().newCDPSession(page);
  const usedMegabytes = async () => {
    await session.send('HeapProfiler.collectGarbage');
    return (await session.send('Runtime.getHeapUsage')).usedSize / 1_000_000;
  };
  const paragraph = `${'Words upon words, as they come. '.repeat(30)}\n\n`;
  const text = paragraph.repeat(Math.ceil(1_000_000 / paragraph.length));
  await hearExactly(page, 'A short one, so that everything is loaded.');
  const before = await usedMegabytes();
  await hearExactly(page, text);
  // The text itself, once as it came and once in what is drawn of it; a copy per delta would be hundreds.
  expect((await usedMegabytes()) - before).toBeLessThan(60);
  await composer(page).fill('still here');
  await expect(composer(page)).toHaveValue('still here');
});
