/** Keys that can't be assigned: they belong to the system, the browser, the menu, or to typing itself. */
import { parseChord } from '../../shared/shortcuts';
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
  'Mod+Shift+T': 'the tab that was closed last',
  'Mod+W': 'closing the tab',
  'Mod+Shift+W': 'closing the window',
  'Mod+PageUp': 'the tab before',
  'Mod+PageDown': 'the next tab',
};

const neededInBrowsers: Reasons = {
  'Mod+R': 'loading the page again',
  'Mod+Shift+R': 'loading the page again',
  F5: 'loading the page again',
  'Mod+L': 'the address',
  F6: 'the address',
  'Alt+ArrowLeft': 'going back',
  'Alt+ArrowRight': 'going forward',
  F12: 'the developer tools',
};

/** Keys of the app's own menu, and common editing keys. A test compares them with `electron/hosts/desktop/menu.ts`. */
const ofTheMenu: Reasons = {
  'Mod+Q': 'quitting',
  'Mod+Shift+N': 'a new window',
  'Mod+W': 'closing the window',
  'Mod+M': 'minimising the window',
  'Mod+R': 'loading the page again',
  'Mod+Shift+R': 'loading the page again',
  'Mod+Shift+I': 'the developer tools',
  'Mod+Alt+I': 'the developer tools',
  'Mod+0': 'the usual size',
  'Mod+Plus': 'a larger size',
  'Mod+=': 'a larger size',
  'Mod+-': 'a smaller size',
  F11: 'the full screen',
  'Mod+H': 'hiding the app',
  'Mod+Alt+H': 'hiding the others',
  'Mod+Ctrl+F': 'the full screen',
};

const ofWriting: Reasons = {
  'Mod+A': 'choosing everything',
  'Mod+C': 'copying',
  'Mod+X': 'cutting',
  'Mod+V': 'pasting',
  'Mod+Shift+V': 'pasting as plain text',
  'Mod+Z': 'taking back what was typed',
  'Mod+Shift+Z': 'typing it again',
  'Mod+Y': 'typing it again',
};

const ofTheSystem: Reasons = {
  'Alt+F4': 'closing the window',
  'Alt+Tab': 'going to another window',
  'Mod+Tab': 'going to another window',
  'Mod+Alt+Delete': 'its own screen',
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
    used(ofWriting, 'Where one types, these keys are') ??
    (isBrowser ? used(keptByBrowsers, 'The browser keeps these keys for itself,') : null) ??
    (isBrowser ? used(neededInBrowsers, 'The browser needs these keys') : null) ??
    used(ofTheMenu, 'These keys are used')
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
    return 'These keys move and delete, in texts and lists.';
  if (moves && held?.has('Mod')) return 'These keys move and delete, in texts and lists.';
  return null;
}
