import type { MenuItem } from 'electron';
import { reasonAgainst } from '../../renderer/commands/reserved';
import { isChord } from '../../shared/app/shortcuts';
import { expect, type RunningDesktop, test } from '../support/desktop';
import {
  listedCommands,
  openShortcuts,
  palette,
  paletteInput,
  shortcutsDialog,
} from '../support/shortcuts-page';

/** The keys of the whole menu, those that its roles come with too, as the app writes keys. */
async function keysOfMenu({ app }: RunningDesktop): Promise<readonly string[]> {
  const accelerators = await app.evaluate(({ Menu }) => {
    type Item = MenuItem & { getDefaultRoleAccelerator?(): string | undefined };
    const all = (items: readonly MenuItem[]): string[] =>
      items.flatMap((item) => [
        item.accelerator ?? (item as Item).getDefaultRoleAccelerator?.() ?? '',
        ...all(item.submenu?.items ?? []),
      ]);
    return all(Menu.getApplicationMenu()?.items ?? []).map(String);
  });
  return accelerators.filter((one) => one !== '').map(asChord);
}

const asChord = (accelerator: string): string =>
  accelerator
    .replace(/CommandOrControl|CmdOrCtrl|Control|Ctrl/, 'Mod')
    .replace(/^(Shift)\+(Mod)/, '$2+$1')
    .replace(/\+\+$/, '+Plus');

test('no two menu items and commands share a key, and no command takes a key of the menu', async ({
  launch,
}) => {
  const desktop = await launch();
  await desktop.window.getByRole('textbox', { name: 'Message' }).waitFor();
  const ofMenu = await keysOfMenu(desktop);
  expect(ofMenu.length).toBeGreaterThan(8);
  expect(ofMenu.filter((chord) => !isChord(chord))).toEqual([]);
  const command = { keys: [], place: 'anywhere' } as const;
  const allowed = ofMenu.filter((chord) => reasonAgainst(chord, command, { isBrowser: false }) === null);
  expect(allowed, 'name them in renderer/commands/reserved.ts').toEqual([]);

  const listed = (await listedCommands(desktop.window)).filter(({ place }) => place === 'anywhere');
  const pressed = (chord: string) => chord.replace('Mod', 'Control').toLowerCase();
  // The menu undoes what was typed; the page takes the same keys only where nothing is edited.
  const others = listed.filter(({ id }) => id !== 'undo');
  const ours = others.flatMap(({ keys }) => keys).map((key) => key.toLowerCase());
  expect(ofMenu.map(pressed).filter((chord) => ours.includes(chord))).toEqual([]);
});

test('keys run their commands in the desktop window, including changed ones after a restart', async ({
  launch,
}) => {
  const first = await launch();
  const { window: page } = first;
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
  await openShortcuts(page);
  // Nothing keeps it from the page here.
  await expect(shortcutsDialog(page).locator('[data-command=new]')).not.toContainText('browsers');
  await shortcutsDialog(page).getByRole('button', { name: 'Change the keys of Search', exact: true }).click();
  await page.keyboard.press('Control+Shift+P');
  await expect(shortcutsDialog(page).locator('[data-command="palette.open"]')).toHaveAttribute(
    'data-keys',
    'Mod+Shift+P',
  );
  await first.stop();

  const { window: again } = await launch();
  await again.getByRole('textbox', { name: 'Message' }).waitFor();
  await again.keyboard.press('Control+Shift+P');
  await expect(paletteInput(again)).toBeFocused();
  await again.keyboard.type('>inspector');
  await expect(palette(again).getByRole('option').first()).toContainText('Inspector');
  await again.keyboard.press('Enter');
  await expect(again.getByRole('region', { name: 'Inspector' })).toBeVisible();
});
