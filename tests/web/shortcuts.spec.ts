import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright/test';
import { test as alone, openApp } from '../support/app';
import { expectAccessible } from '../support/axe';
import { beginLongReply, composer, exchange, replies, transcript } from '../support/chat-page';
import { command, generate, openCreateTab, openTab, result, shortestVideo } from '../support/create-page';
import { expect, test } from '../support/emptied-app';
import { gif } from '../support/media-files';
import {
  listedCommands,
  openShortcuts,
  palette,
  paletteInput,
  shortcutsDialog,
} from '../support/shortcuts-page';

/** Presses the keys and sees to it that they did what the line says. */
type Proof = (page: Page, key: string) => Promise<void>;

const press: Proof = (page, key) => page.keyboard.press(key);
const region = (page: Page, name: string) => page.getByRole('region', { name });

const anywhere: Readonly<Record<string, Proof>> = {
  'palette.open': async (page, key) => {
    await press(page, key);
    await expect(palette(page)).toBeVisible();
    await press(page, 'Escape');
    await expect(palette(page)).toHaveCount(0);
  },
  'shortcuts.open': async (page, key) => {
    await press(page, key);
    await expect(shortcutsDialog(page)).toBeVisible();
    await press(page, 'Escape');
    await expect(shortcutsDialog(page)).toHaveCount(0);
  },
  new: async (page, key) => {
    await exchange(page, 'Something said', 'sandbox/eliza');
    await press(page, key);
    await expect(composer(page)).toBeFocused();
    await expect(transcript(page).getByRole('article')).toHaveCount(0);
  },
  'models.open': async (page, key) => {
    await press(page, key);
    await expect(page.getByRole('combobox', { name: 'Model' })).toBeFocused();
    await expect(page.getByRole('option').first()).toBeVisible();
    await press(page, 'Escape');
    await expect(page.getByRole('option')).toHaveCount(0);
  },
  'chat.search': async (page, key) => {
    await press(page, key);
    await expect(page.getByRole('searchbox', { name: 'Search chats' })).toBeFocused();
  },
  'jobs.show': async (page, key) => {
    await press(page, key);
    await expect(page.locator('[data-focus=jobs]')).toBeFocused();
  },
  'inspector.toggle': async (page, key) => {
    await press(page, key);
    await expect(region(page, 'Inspector')).toBeVisible();
    await press(page, key);
    await expect(region(page, 'Inspector')).toHaveCount(0);
  },
  'compare.new': async (page, key) => {
    await press(page, 'Control+1');
    await press(page, key);
    await expect(region(page, 'Column A')).toBeVisible();
    await press(page, 'Control+n');
  },
  undo: async (page, key) => {
    const chat = page
      .getByRole('navigation', { name: 'History' })
      .getByRole('link', { name: 'To be missed' });
    await press(page, 'Control+n');
    await exchange(page, 'To be missed', 'sandbox/eliza');
    await chat.focus();
    await press(page, 'Delete');
    await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
    await press(page, key);
    await expect(chat).toBeVisible();
    await expect(composer(page)).toBeFocused();
  },
  // In the chat whose reply was stopped.
  'chat.find': async (page, key) => {
    await press(page, key);
    await expect(page.getByRole('textbox', { name: 'Find in this chat' })).toBeFocused();
    await press(page, 'Escape');
    await expect(page.getByRole('textbox', { name: 'Find in this chat' })).toHaveCount(0);
  },
  'chat.map': async (page, key) => {
    const before = await page.evaluateHandle(() => document.activeElement);
    await press(page, key);
    await expect(page.getByRole('listbox', { name: 'Your messages' })).toBeFocused();
    await press(page, 'Escape');
    await expect(page.getByRole('listbox', { name: 'Your messages' })).toHaveCount(0);
    // The next key moves the focus, which is given back first.
    await page.waitForFunction((element) => document.activeElement === element, before);
  },
  'chat.previousMessage': async (page, key) => {
    await press(page, key);
    await expect(transcript(page).getByRole('article').last()).toBeFocused();
    await press(page, key);
    await expect(transcript(page).getByRole('article').first()).toBeFocused();
  },
  'chat.nextMessage': async (page, key) => {
    await press(page, key);
    await expect(transcript(page).getByRole('article').last()).toBeFocused();
  },
  'chat.useMedia': async (page, key) => {
    const before = await page.evaluate(() => location.hash);
    const file = { name: 'dot.gif', base64: Buffer.from(gif).toString('base64') };
    const { id, name } = await command(page, 'attachments.add', file);
    const message = { conversationId: null, messageId: randomUUID(), text: 'See', settings: {} };
    const sent = await command(page, 'chat.send', {
      ...message,
      model: 'sandbox/files',
      attachments: [{ id, name }],
    });
    await page.evaluate((chat) => {
      location.hash = `#/chat/${chat}`;
    }, sent.conversationId);
    await expect(transcript(page).getByRole('list', { name: 'Images' })).toBeVisible();
    await press(page, key);
    await expect(page.getByRole('list', { name: 'Attached images' })).toBeVisible();
    await page.getByRole('button', { name: /^Remove / }).click();
    await page.evaluate((hash) => {
      location.hash = hash;
    }, before);
  },
  'chat.editMessage': async (page, key) => {
    const dialog = page.getByRole('dialog', { name: 'Edit message' });
    await press(page, key);
    await expect(dialog.getByRole('textbox').first()).toBeFocused();
    await press(page, 'Escape');
    await expect(dialog).toHaveCount(0);
  },
  'chat.changeRole': async (page, key) => {
    const dialog = page.getByRole('dialog', { name: 'Edit message' });
    await press(page, key);
    await expect(dialog.getByLabel('Role')).toBeFocused();
    await press(page, 'Escape');
    await expect(dialog).toHaveCount(0);
  },
  'chat.insertBefore': async (page, key) => {
    const dialog = page.getByRole('dialog', { name: 'Insert before this message' });
    await press(page, key);
    await expect(dialog.getByRole('textbox').first()).toBeFocused();
    await press(page, 'Escape');
    await expect(dialog).toHaveCount(0);
  },
  'chat.insertAfter': async (page, key) => {
    const dialog = page.getByRole('dialog', { name: 'Insert after this message' });
    await press(page, key);
    await expect(dialog.getByRole('textbox').first()).toBeFocused();
    await press(page, 'Escape');
    await expect(dialog).toHaveCount(0);
  },
  'chat.removeMessage': async (page, key) => {
    await transcript(page).getByRole('article').last().focus();
    await press(page, key);
    await expect(transcript(page).getByRole('article')).toHaveCount(1);
    await press(page, 'Control+Alt+z');
    await expect(transcript(page).getByRole('article')).toHaveCount(2);
  },
  'chat.runHere': async (page, key) => {
    await transcript(page).getByRole('article', { name: 'You' }).focus();
    await press(page, key);
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect(transcript(page).getByRole('article').last()).toContainText('2 / 2');
  },
  'chat.moveUp': async (page, key) => {
    await transcript(page).getByRole('article').last().focus();
    await press(page, key);
    await expect(transcript(page).getByRole('article').last()).toHaveAccessibleName('You');
  },
  'chat.moveDown': async (page, key) => {
    await expect(transcript(page).getByRole('article').first()).toBeFocused();
    await press(page, key);
    await expect(transcript(page).getByRole('article').first()).toHaveAccessibleName('You');
  },
  'chat.undoEdit': async (page, key) => {
    await press(page, key);
    await expect(transcript(page).getByRole('article').last()).toHaveAccessibleName('You');
    await press(page, key);
    await expect(transcript(page).getByRole('article').first()).toHaveAccessibleName('You');
  },
  'chat.stop': async (page, key) => {
    await press(page, 'Control+n');
    const reply = await beginLongReply(page);
    await press(page, key);
    await expect(reply).toContainText('Stopped');
  },
};

/** A tab, whichever it is. */
const goesToTab =
  (id: string): Proof =>
  async (page, key) => {
    await press(page, id === 'tab.chat' ? 'Control+2' : 'Control+1');
    await press(page, key);
    await expect(page.locator(`nav[aria-label=Main] a[href^="#/${id.replace('tab.', '')}"]`)).toHaveAttribute(
      'aria-current',
      'page',
    );
    await press(page, 'Control+1');
    await expect(composer(page)).toBeVisible();
  };

/**
 * Where keys work, with the tests below that press them; those of the models are in `models.spec.ts`, those of the
 * stage in `stage.spec.ts`, those of a comparison in `compare-*.spec.ts`, those of the lab in `lab*.spec.ts`, those of a
 * lineage in `media-journey.spec.ts`.
 */
const provedPlaces = [
  'anywhere',
  'chat',
  'composer',
  'history',
  'inspector',
  'library',
  'viewer',
  'video',
  'stage',
  'models',
  'compare',
  'labGrid',
  'labVote',
  'lineage',
];

test('every key that works anywhere does what the list says', async ({ appPage: page }) => {
  test.slow();
  for (const { id, place, keys } of await listedCommands(page)) {
    expect(provedPlaces, `${id} is pressed by a test`).toContain(place);
    if (place !== 'anywhere' && place !== 'chat') continue;
    const proof = anywhere[id] ?? (id.startsWith('tab.') ? goesToTab(id) : undefined);
    expect(proof, `${id} is proved by this test`).toBeDefined();
    for (const key of keys) await test.step(`${id}: ${key}`, () => proof?.(page, key) ?? Promise.resolve());
  }
});

const writing: Readonly<Record<string, Proof>> = {
  'composer.send': async (page, key) => {
    await composer(page).fill('One');
    await press(page, key);
    await expect(transcript(page).getByRole('article', { name: 'You' })).toHaveText([/One/]);
    await expect(composer(page)).toHaveValue('');
  },
  'composer.newLine': async (page, key) => {
    await composer(page).fill('One');
    await press(page, key);
    await expect(composer(page)).toHaveValue('One\n');
    await composer(page).fill('');
  },
  'composer.sendAlways': async (page, key) => {
    await command(page, 'settings.update', { patch: { sendKey: 'ctrl-enter' } });
    // The page hears of it by an event of its own.
    await expect(page.getByText('Shift+Enter for a new line')).toHaveCount(0);
    await composer(page).fill('Two');
    await press(page, 'Enter');
    await expect(composer(page)).toHaveValue('Two\n');
    await press(page, key);
    await expect(transcript(page).getByRole('article', { name: 'You' }).last()).toContainText('Two');
    await command(page, 'settings.update', { patch: { sendKey: 'enter' } });
  },
  'composer.last': async (page, key) => {
    await expect(composer(page)).toHaveValue('');
    await press(page, key);
    await expect(composer(page)).toHaveValue(/Two|One/);
  },
};

test('every key of the composer does what the list says', async ({ appPage: page }) => {
  for (const { id, place, keys } of await listedCommands(page)) {
    if (place !== 'composer') continue;
    expect(writing[id], `${id} is proved by this test`).toBeDefined();
    await composer(page).focus();
    for (const key of keys)
      await test.step(`${id}: ${key}`, () => writing[id]?.(page, key) ?? Promise.resolve());
    await expect(replies(page, 'sandbox/eliza').locator('[aria-busy=true]')).toHaveCount(0);
  }
});

const inHistory = (page: Page) => page.getByRole('navigation', { name: 'History' });

/** The list holds one chat. */
const chats: Readonly<Record<string, Proof>> = {
  'history.next': async (page, key) => {
    await press(page, key);
    await expect(inHistory(page).getByRole('link').first()).toBeFocused();
  },
  'history.ends': async (page, key) => {
    await press(page, key);
    await expect(inHistory(page).getByRole('link').first()).toBeFocused();
  },
  'history.controls': async (page, key) => {
    await press(page, key);
    const more = inHistory(page).locator('[data-row] button').first();
    await expect(key === 'ArrowRight' ? more : inHistory(page).getByRole('link').first()).toBeFocused();
  },
  'history.rename': async (page, key) => {
    await press(page, key);
    await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused();
    await press(page, 'Escape');
  },
  'history.pin': async (page, key) => {
    await press(page, key);
    await expect(page.getByRole('navigation', { name: 'History' })).toContainText('Pinned');
  },
  'history.remove': async (page, key) => {
    await press(page, key);
    await expect(region(page, 'Deleted')).toBeVisible();
  },
};

test('every key of the list of chats, and of the inspector, does what the list says', async ({
  appPage: page,
}) => {
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue('sandbox/eliza');
  await exchange(page, 'A chat to keep', 'sandbox/eliza');
  const listed = await listedCommands(page);
  for (const { id, keys } of listed.filter(({ place }) => place === 'history')) {
    expect(chats[id], `${id} is proved by this test`).toBeDefined();
    await page.getByRole('navigation', { name: 'History' }).getByRole('link').first().focus();
    for (const key of keys) await chats[id]?.(page, key);
  }
  const closing = listed.filter(({ place }) => place === 'inspector');
  expect(closing.map(({ id }) => id)).toEqual(['inspector.close']);
  await press(page, 'Control+i');
  await expect(region(page, 'Inspector')).toBeVisible();
  await expect(page.locator('[data-focus=inspector]')).toBeFocused();
  await press(page, closing[0]?.keys[0] ?? '');
  await expect(region(page, 'Inspector')).toHaveCount(0);
});

const zoomText = (page: Page) => page.getByRole('dialog').getByText(/^\d+ %$/);
/** How large an image is that is fitted depends on the window. */
const fitText = async (page: Page) => {
  await press(page, '0');
  return await zoomText(page).innerText();
};

const viewer: Readonly<Record<string, Proof>> = {
  'viewer.next': async (page, key) => {
    await press(page, key);
    await expect(page.getByRole('dialog')).toContainText('2 / 2');
  },
  'viewer.previous': async (page, key) => {
    await press(page, 'ArrowRight');
    await press(page, key);
    await expect(page.getByRole('dialog')).toContainText('1 / 2');
  },
  'viewer.zoomIn': async (page, key) => {
    const fit = await fitText(page);
    await press(page, key);
    await expect(zoomText(page)).not.toHaveText(fit);
    await press(page, '0');
  },
  'viewer.zoomOut': async (page, key) => {
    const fit = await fitText(page);
    await press(page, '+');
    await expect(zoomText(page)).not.toHaveText(fit);
    await press(page, key);
    await expect(zoomText(page)).toHaveText(fit);
  },
  'viewer.fit': async (page, key) => {
    const fit = await fitText(page);
    await press(page, '+');
    await press(page, '+');
    await press(page, key);
    await expect(zoomText(page)).toHaveText(fit);
  },
  'viewer.actual': async (page, key) => {
    await press(page, key);
    await expect(zoomText(page)).toHaveText('100 %');
    await press(page, '0');
  },
  'viewer.close': async (page, key) => {
    await press(page, key);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  },
};

const chosen = (page: Page) =>
  page.getByRole('listbox', { name: 'Results' }).getByRole('option', { selected: true });

const library: Readonly<Record<string, Proof>> = {
  'library.results': async (page, key) => {
    await page.getByRole('searchbox', { name: 'Search prompts' }).focus();
    await press(page, key);
    await expect(page.getByRole('listbox', { name: 'Results' })).toBeFocused();
  },
  'library.chooseAll': async (page, key) => {
    await press(page, key);
    await expect(chosen(page)).toHaveCount(2);
  },
  'library.chooseNone': async (page, key) => {
    await press(page, 'Control+a');
    await press(page, key);
    await expect(chosen(page)).toHaveCount(0);
  },
  'library.choose': async (page, key) => {
    await press(page, 'Home');
    await press(page, key);
    await expect(chosen(page)).toHaveCount(0);
  },
  'library.open': async (page, key) => {
    await press(page, 'Home');
    await press(page, key);
    await expect(page.getByRole('dialog')).toBeVisible();
    await press(page, 'Escape');
  },
  'library.rename': async (page, key) => {
    await press(page, 'Home');
    await press(page, key);
    await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused();
    await press(page, 'Escape');
  },
  'library.board': async (page, key) => {
    await press(page, 'Home');
    await press(page, key);
    await expect(page.getByRole('dialog', { name: 'Boards of 1 file' })).toBeVisible();
    await press(page, 'Escape');
  },
  'library.rate': async (page, key) => {
    await press(page, 'Home');
    await press(page, key);
    const given = page.getByRole('group', { name: 'Rating' }).getByRole('button', { pressed: true });
    if (key === '0') await expect(given).toHaveCount(0);
    else await expect(given).toHaveAccessibleName(`Rate ${key} of 5`);
  },
  'library.remove': async (page, key) => {
    await press(page, 'Home');
    await press(page, key);
    await expect(page.getByRole('listbox', { name: 'Results' }).getByRole('option')).toHaveCount(1);
  },
};

alone('every key of the viewer and of the library does what the list says', async ({ appPage: page }) => {
  test.slow();
  await openCreateTab(page, 'Image');
  for (const words of ['A heron', 'A lantern']) {
    await generate(page, words);
    await expect(result(page, words).locator('img')).toBeVisible();
  }
  await openTab(page, 'Library');
  const grid = page.getByRole('listbox', { name: 'Results' });
  await expect(grid.getByRole('option')).toHaveCount(2);
  const listed = await listedCommands(page);
  for (const { id, keys } of listed.filter(({ place }) => place === 'viewer')) {
    expect(viewer[id], `${id} is proved by this test`).toBeDefined();
    for (const key of keys) {
      await grid.focus();
      await press(page, 'Home');
      await press(page, 'Enter');
      await test.step(`${id}: ${key}`, () => viewer[id]?.(page, key) ?? Promise.resolve());
      await press(page, 'Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  }
  for (const { id, keys } of listed.filter(({ place }) => place === 'library')) {
    expect(library[id], `${id} is proved by this test`).toBeDefined();
    await grid.focus();
    for (const key of keys)
      await test.step(`${id}: ${key}`, () => library[id]?.(page, key) ?? Promise.resolve());
  }
});

alone('the keys of a video step through its frames', async ({ appPage: page }) => {
  test.slow();
  await openCreateTab(page, 'Video');
  await shortestVideo(page);
  await generate(page, 'Waves');
  await expect(result(page, 'Waves').locator('video')).toBeVisible();
  await result(page, 'Waves').getByRole('button', { name: /^Play/ }).click();
  const video = result(page, 'Waves').locator('video');
  await expect(video).toBeFocused();
  const time = () => video.evaluate((one: HTMLVideoElement) => one.currentTime);
  await video.evaluate((one: HTMLVideoElement) => {
    one.pause();
    one.currentTime = 0.5;
  });
  const listed = (await listedCommands(page)).filter(({ place }) => place === 'video');
  expect(listed.map(({ id }) => id)).toEqual(['video.frameBack', 'video.frameOn']);
  await video.focus();
  await press(page, listed[1]?.keys[0] ?? '');
  await expect.poll(time).toBeGreaterThan(0.5);
  await press(page, listed[0]?.keys[0] ?? '');
  await press(page, listed[0]?.keys[0] ?? '');
  await expect.poll(time).toBeLessThan(0.5);
});

const change = async (page: Page, label: string, keys: string) => {
  await shortcutsDialog(page)
    .getByRole('button', { name: `Change the keys of ${label}` })
    .click();
  await expect(shortcutsDialog(page).getByRole('button', { name: /Press the new keys/ })).toBeFocused();
  await page.keyboard.press(keys);
};
const row = (page: Page, id: string) => shortcutsDialog(page).locator(`[data-command="${id}"]`);

alone(
  'changed keys work at once, are shown on their buttons, and survive a reload',
  async ({ appPage: page, web }) => {
    await openShortcuts(page);
    await change(page, 'Inspector', 'Alt+g');
    await expect(row(page, 'inspector.toggle')).toHaveAttribute('data-keys', 'Alt+G');
    await expect(
      shortcutsDialog(page).getByRole('button', { name: 'Change the keys of Inspector' }),
    ).toBeFocused();
    await page.keyboard.press('Escape');
    const button = page.getByRole('button', { name: 'Inspector', exact: true });
    await expect(button).toHaveAttribute('title', 'Inspector (Alt+G)');
    await expect(button).toHaveAttribute('aria-keyshortcuts', 'Alt+G');

    await openApp(page, `${web.origin}/`);
    await expect(button).toHaveAttribute('aria-keyshortcuts', 'Alt+G');
    await composer(page).focus();
    await page.keyboard.press('Control+i');
    await expect(region(page, 'Inspector')).toHaveCount(0);
    await page.keyboard.press('Alt+g');
    await expect(region(page, 'Inspector')).toBeVisible();
    await page.keyboard.press('Alt+g');

    await openShortcuts(page);
    await shortcutsDialog(page).getByRole('button', { name: 'Reset the keys of Inspector' }).click();
    await expect(row(page, 'inspector.toggle')).toHaveAttribute('data-keys', 'Mod+I');
    await page.keyboard.press('Escape');
    await expect(button).toHaveAttribute('title', 'Inspector (Ctrl+I)');
  },
);

test('keys in use name their command, which can give them up or swap', async ({ appPage: page }) => {
  await openShortcuts(page);
  await change(page, 'Inspector', 'Control+j');
  const question = shortcutsDialog(page).getByRole('alert');
  await expect(question).toContainText('Ctrl+J already belongs to “Show jobs”.');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(row(page, 'inspector.toggle')).toHaveAttribute('data-keys', 'Mod+I');

  await change(page, 'Inspector', 'Control+j');
  await question.getByRole('button', { name: 'Swap their keys' }).click();
  await expect(row(page, 'inspector.toggle')).toHaveAttribute('data-keys', 'Mod+J');
  await expect(row(page, 'jobs.show')).toHaveAttribute('data-keys', 'Mod+I');

  await change(page, 'Choose the model', 'Control+j');
  await question.getByRole('button', { name: 'Use them for “Choose the model”' }).click();
  await expect(row(page, 'models.open')).toHaveAttribute('data-keys', 'Mod+J');
  await expect(row(page, 'inspector.toggle')).toContainText('no keys');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+i');
  await expect(page.locator('[data-focus=jobs]')).toBeFocused();
  await page.keyboard.press('Control+j');
  await expect(page.getByRole('combobox', { name: 'Model' })).toBeFocused();
  await page.keyboard.press('Escape');

  await openShortcuts(page);
  await shortcutsDialog(page).getByRole('button', { name: 'Reset all' }).click();
  await expect(row(page, 'inspector.toggle')).toHaveAttribute('data-keys', 'Mod+I');
  await expect(row(page, 'jobs.show')).toHaveAttribute('data-keys', 'Mod+J');
});

test('keys that the browser or typing needs are refused with the reason; having none is allowed', async ({
  appPage: page,
}) => {
  await openShortcuts(page);
  await expect(row(page, 'new')).toContainText('Most browsers reserve these keys for a new window');
  await change(page, 'Inspector', 'Control+c');
  const refusal = shortcutsDialog(page).getByRole('alert');
  await expect(refusal).toContainText('Ctrl+C: Text fields use these keys for copying.');
  await page.keyboard.press('Control+t');
  await expect(refusal).toContainText('a new tab');
  await page.keyboard.press('p');
  await expect(refusal).toContainText('“Pin or unpin the chat”, whose keys can’t be changed');
  await page.keyboard.press('Escape');
  await expect(refusal).toHaveCount(0);
  await expect(shortcutsDialog(page)).toBeVisible();
  await change(page, 'Inspector', 'Backspace');
  await expect(row(page, 'inspector.toggle')).toContainText('no keys');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Inspector', exact: true })).toHaveAttribute(
    'title',
    'Inspector',
  );
});

test('a single key is a shortcut outside of fields, and only a letter in them', async ({ appPage: page }) => {
  await openShortcuts(page);
  await change(page, 'Inspector', 'u');
  await page.keyboard.press('Escape');
  // Closing gives the focus back, which would take it from the composer in the middle of a word.
  await expect(shortcutsDialog(page)).toHaveCount(0);
  await composer(page).focus();
  await page.keyboard.type('usual');
  await expect(composer(page)).toHaveValue('usual');
  await expect(region(page, 'Inspector')).toHaveCount(0);
  await page.getByRole('link', { name: 'Chat', exact: true }).focus();
  const composing = { key: 'u', code: 'KeyU', isComposing: true, bubbles: true };
  await page.locator(':focus').dispatchEvent('keydown', composing);
  await expect(region(page, 'Inspector')).toHaveCount(0);
  await page.keyboard.press('u');
  await expect(region(page, 'Inspector')).toBeVisible();
});

test('one switch turns them all off; their actions stay available', async ({ appPage: page }) => {
  await openShortcuts(page);
  await shortcutsDialog(page).getByRole('switch', { name: 'Keyboard shortcuts' }).click();
  await expect(shortcutsDialog(page)).toContainText(
    'When off, only the keys that send, move and close work.',
  );
  await page.keyboard.press('Escape');
  await expect(shortcutsDialog(page)).toHaveCount(0);
  for (const key of ['Control+k', 'Control+/', 'Control+i', 'Control+2', 'Control+,']) await press(page, key);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(composer(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Search', exact: true })).not.toContainText('Ctrl');
  await composer(page).fill('Still sent');
  await composer(page).press('Enter');
  await expect(transcript(page)).toContainText('Still sent');

  await page.getByRole('button', { name: 'Search', exact: true }).press('Enter');
  await expect(paletteInput(page)).toBeFocused();
  await page.keyboard.type(',keyboard shortcuts');
  await expect(palette(page).getByRole('option').first()).toContainText('Keyboard shortcuts');
  await page.keyboard.press('Enter');
  const inSettings = page.getByRole('switch', { name: 'Keyboard shortcuts' });
  await expect(inSettings).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(inSettings).toHaveText('on');
  await page.keyboard.press('Control+1');
  await expect(composer(page)).toBeVisible();
});

test('the list is searched by name and by keys', async ({ appPage: page }) => {
  await openShortcuts(page);
  await page.keyboard.type('ctrl+shift+m');
  await expect(shortcutsDialog(page).locator('[data-command]')).toHaveCount(1);
  await expect(row(page, 'models.open')).toBeVisible();
  // Keys of controls that can't be changed are listed too.
  await shortcutsDialog(page).getByRole('searchbox').fill('lab exclude');
  await expect(row(page, 'labGrid.exclude')).toHaveText(
    'Exclude from scores, or count again · in the results of an experimentXfixed',
  );
  await shortcutsDialog(page).getByRole('searchbox').fill('lineage new take');
  await expect(row(page, 'lineage.again')).toBeVisible();
  await shortcutsDialog(page).getByRole('searchbox').fill('no such thing');
  await expect(shortcutsDialog(page)).toContainText('No matching shortcuts');
});

for (const theme of ['dark', 'light'] as const) {
  test(`the accessibility checker finds nothing in the list of keys, ${theme}`, async ({ appPage: page }) => {
    await command(page, 'settings.update', { patch: { theme } });
    await openShortcuts(page);
    await change(page, 'Inspector', 'Control+c');
    await expect(shortcutsDialog(page).getByRole('alert')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Control+j');
    await expect(shortcutsDialog(page).getByRole('alert')).toContainText('belongs to');
    await expectAccessible(page);
  });
}

test('keys pressed faster than a tab is drawn all do what they say', async ({ appPage: page }) => {
  await page.getByRole('link', { name: 'Activity', exact: true }).click();
  // In one turn of the page, as where it is busy: nothing of the chat tab is drawn before the last key.
  await page.evaluate(() => {
    const keys = [
      { key: '1', code: 'Digit1', ctrlKey: true },
      { key: 'n', code: 'KeyN', ctrlKey: true },
      { key: 'M', code: 'KeyM', ctrlKey: true, shiftKey: true },
    ];
    for (const one of keys) {
      const event = new KeyboardEvent('keydown', { ...one, bubbles: true, cancelable: true });
      (document.activeElement ?? document.body).dispatchEvent(event);
    }
  });
  await expect(page.getByRole('combobox', { name: 'Model' })).toBeFocused();
  await expect(page.getByRole('option').first()).toBeVisible();
});

test('a new chat and its model picker, asked for at once, keep the focus and what is typed next', async ({
  appPage: page,
}) => {
  await exchange(page, 'Something said', 'sandbox/eliza');
  await page.evaluate(async () => {
    const press = (init: KeyboardEventInit) =>
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { ...init, ctrlKey: true, bubbles: true, cancelable: true }),
      );
    press({ key: 'n', code: 'KeyN' });
    // What is drawn without a new event of the browser is drawn now.
    await Promise.resolve();
    press({ key: 'M', code: 'KeyM', shiftKey: true });
  });
  await page.keyboard.type('tide');
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue('tide');
  await expect(composer(page)).toHaveValue('');
  await expect(transcript(page).getByRole('article')).toHaveCount(0);
});
