import { createCanvas } from '@napi-rs/canvas';
import { expect, test } from '../support/app';
import { expectAccessible } from '../support/axe';
import { chooseModel, composer, replies, sendButton } from '../support/chat-page';
import { generate, openCreateTab } from '../support/create-page';
import { activateScriptedModel, scriptedModel } from '../support/scripted-model';

test('a picture in a reply is shown, opens large, is in a fork of the chat for free, and once in the library', async ({
  appPage: page,
}) => {
  const canvas = createCanvas(320, 200);
  const draw = canvas.getContext('2d');
  draw.fillStyle = '#2f6f5f';
  draw.fillRect(0, 0, 320, 200);
  const url = `data:image/png;base64,${canvas.toBuffer('image/png').toString('base64')}`;
  const model = await activateScriptedModel(page);
  try {
    model.say(
      { delta: { content: 'Here is your harbour.' } },
      { delta: { images: [{ type: 'image_url', image_url: { url } }] } },
      { finish: 'stop' },
    );
    await chooseModel(page, scriptedModel);
    await composer(page).fill('Draw a harbour');
    await sendButton(page).click();
    const reply = replies(page, scriptedModel).first();
    const picture = reply.getByRole('list', { name: 'Results' }).getByRole('img', { name: 'Draw a harbour' });
    await expect(picture).toBeVisible();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320);
    await expect(reply).toContainText('0.5 cr');
    await expect(page.getByRole('region', { name: 'Jobs' })).toContainText('Running and finished jobs');
    await expectAccessible(page);
    await reply.getByRole('button', { name: 'Draw a harbour' }).click();
    await expect(page.getByRole('dialog', { name: 'Draw a harbour' })).toBeVisible();
    await page.keyboard.press('Escape');
    const attached = page.getByRole('list', { name: 'Attached images' }).getByRole('listitem');
    await composer(page).focus();
    await page.keyboard.press('Control+Shift+y');
    await expect(attached).toHaveCount(1);
    await reply.getByRole('button', { name: 'Use in next message' }).click();
    await expect(attached).toHaveCount(2);
    await expect(composer(page)).toBeFocused();
    await page
      .getByRole('button', { name: /^Remove / })
      .first()
      .click();
    await expect(attached).toHaveCount(1);
    model.say({ delta: { content: 'Seen.' } }, { finish: 'stop' });
    await composer(page).fill('What is in it?');
    await sendButton(page).click();
    await expect(replies(page, scriptedModel).last()).toContainText('Seen.');
    expect(model.server.requests.at(-1)?.body ?? '').toContain('data:image/png;base64,');
    await page.reload();
    await expect(picture).toBeVisible();
    const first = await page.evaluate(() => location.hash);
    await reply.getByRole('button', { name: 'More for this message' }).click();
    await page.getByRole('menuitem', { name: 'Fork from here' }).click();
    await expect.poll(() => page.evaluate(() => location.hash)).not.toBe(first);
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320);
    await expect(reply).not.toContainText('0.5 cr');
    await page.getByRole('link', { name: 'Library' }).click();
    await expect(page.getByRole('main')).toContainText('Draw a harbour');
    await expect(page.getByRole('listbox', { name: 'Results' }).getByRole('option')).toHaveCount(1);
  } finally {
    await model.close();
  }
});

test('by keyboard alone a result of another tab goes into the next question', async ({ appPage: page }) => {
  await chooseModel(page, 'sandbox/vision');
  await openCreateTab(page, 'Image');
  await generate(page, 'A lighthouse');
  const made = page.getByRole('list', { name: 'Results' }).getByRole('img', { name: 'A lighthouse' });
  await expect(made).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).first().press('Enter');
  await page.getByRole('menuitem', { name: 'Use in chat' }).press('Enter');
  const attached = page.getByRole('list', { name: 'Attached images' }).getByRole('listitem');
  await expect(attached).toHaveCount(1);
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type('What is on it?');
  await page.keyboard.press('Enter');
  await expect(replies(page, 'sandbox/vision')).toContainText('1024');
  await expect(attached).toHaveCount(0);
});
