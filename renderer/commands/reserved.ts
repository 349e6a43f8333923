/** Keys that can't be assigned: they belong to the system, the browser, the menu, or to typing itself. */
import { parseChord } from '../../shared/app/shortcuts';
import type { AppCommand } from './command';
import { isMac, isTyped } from './keys';

export interface Surroundings {
  readonly isBrowser: boolean;
  readonly onMac?: boolean;
}

type Reasons = Readonly<Record<string, string>>;

/** A page never receives these in Chromium browsers; others keep most of them too. */
const keptByBrowsers: Reasons = {
  'Mod+N': 'a new window',
  'Mod+Shift+N': 'a private window',
  'Mod+T': 'a new tab',
  'Mod+Shift+T': 'reopening a closed tab',
  'Mod+W': 'closing the tab',
  'Mod+Shift+W': 'closing the window',
  'Mod+PageUp': 'the previous tab',
  'Mod+PageDown': 'the next tab',
};

const neededInBrowsers: Reasons = {
  'Mod+R': 'reloading the page',
  'Mod+Shift+R': 'reloading the page',
  F5: 'reloading the page',
  'Mod+L': 'the address bar',
  F6: 'the address bar',
  'Alt+ArrowLeft': 'going back',
  'Alt+ArrowRight': 'going forward',
  F12: 'the developer tools',
};

/** Keys of the app's own menu, and common editing keys. A test compares them with `electron/hosts/desktop/menu.ts`. */
const ofTheMenu: Reasons = {
  'Mod+Q': 'quitting',
  'Mod+Shift+N': 'a new window',
  'Mod+W': 'closing the window',
  'Mod+M': 'minimizing the window',
  'Mod+R': 'reloading the page',
  'Mod+Shift+R': 'reloading the page',
  'Mod+Shift+I': 'the developer tools',
  'Mod+Alt+I': 'the developer tools',
  'Mod+P': 'printing',
  'Mod+0': 'the actual size',
  'Mod+Plus': 'zooming in',
  'Mod+=': 'zooming in',
  'Mod+-': 'zooming out',
  F11: 'full screen',
  'Mod+H': 'hiding the app',
  'Mod+Alt+H': 'hiding other apps',
  'Mod+Ctrl+F': 'full screen',
};

const ofWriting: Reasons = {
  'Mod+A': 'selecting all',
  'Mod+C': 'copying',
  'Mod+X': 'cutting',
  'Mod+V': 'pasting',
  'Mod+Shift+V': 'pasting as plain text',
  'Mod+Z': 'undo',
  'Mod+Shift+Z': 'redo',
  'Mod+Y': 'redo',
};

const ofTheSystem: Reasons = {
  'Alt+F4': 'closing the window',
  'Alt+Tab': 'switching windows',
  'Mod+Tab': 'switching windows',
  'Mod+Alt+Delete': 'its security screen',
  'Mod+Space': 'its own search',
};

const movingKeys = /^(Arrow|Home$|End$|Page|Backspace$|Delete$|Insert$)/;

/** Why a command can't have these keys, in a sentence; `null` where it can. It can always have its defaults. */
export function reasonAgainst(
  chord: string,
  command: Pick<AppCommand, 'keys' | 'place'>,
  { isBrowser, onMac = isMac }: Surroundings,
): string | null {
  if (command.keys.includes(chord)) return null;
  const used = (reasons: Reasons, who: string) =>
    reasons[chord] === undefined ? null : `${who} for ${reasons[chord]}.`;
  return (
    ofKind(chord, command, onMac) ??
    used(ofTheSystem, 'The system uses these keys') ??
    used(ofWriting, 'Text fields use these keys') ??
    (isBrowser ? used(keptByBrowsers, 'The browser reserves these keys') : null) ??
    (isBrowser ? used(neededInBrowsers, 'The browser needs these keys') : null) ??
    used(ofTheMenu, 'The app uses these keys')
  );
}

/** What a browser does with a command's keys, where it keeps them for itself. */
export const keptByBrowser = (chord: string): string | null => keptByBrowsers[chord] ?? null;

/** Rules by kind of keys, for any letter. */
function ofKind(chord: string, { place }: Pick<AppCommand, 'place'>, onMac: boolean): string | null {
  const { key = '', modifiers: held } = parseChord(chord) ?? {};
  const typed = isTyped(chord, onMac);
  if (key === 'Tab') return 'Tab moves the focus.';
  if (key === 'Escape') return 'Esc closes what is open.';
  if (held?.has('Meta')) return 'Keys with the Windows key belong to the system.';
  if (typed && (key === 'Enter' || key === 'Space')) return 'Enter and Space activate the focused control.';
  if (typed && place === 'composer') return 'This types a character.';
  const moves = movingKeys.test(key);
  if (moves && typed && place !== 'viewer' && place !== 'video' && place !== 'stage')
    return 'These keys move and delete in text and lists.';
  if (moves && held?.has('Mod')) return 'These keys move and delete in text and lists.';
  return null;
}
