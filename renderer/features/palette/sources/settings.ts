import { Settings2 } from 'lucide-react';
import { type ModalityId, modalities, modalityIds } from '../../../../shared/modalities/modalities';
import { settingsOf } from '../../../../shared/run/settings-of';
import { focusWhenThere } from '../../../lib/focus';
import { announce } from '../../../state/announce';
import { openColumn } from '../../../state/ui/columns';
import { setSelection } from '../../../state/ui/library-view';
import { openTab } from '../../../state/ui/navigation';
import { nothingChosen } from '../../../state/ui/selection';
import type { Hit, Source } from '../hit';
import { matchWords } from '../match-words';

/** Every setting, opened at its field. */
export const settingSource: Source = {
  title: 'Settings',
  prefix: ',',
  find: (words, limit) => matchWords(settingEntries, words).slice(0, limit).map(hitOf),
};

const hitOf = (entry: SettingEntry): Hit => ({
  key: `setting:${entry.page}/${entry.label}`,
  icon: Settings2,
  label: entry.label,
  detail: entry.where,
  run: () => openSetting(entry),
});

/** A page takes a while when it is loaded for the first time; afterwards all its fields appear soon. */
const patienceMs = 4_000;
const settledMs = 400;

function openSetting({ label, page, where, otherwise = [] }: SettingEntry): void {
  openTab(page);
  if (page === 'library') setSelection(nothingChosen);
  if (page !== 'settings') openColumn(page, 'side');
  focusWhenThere(() => fieldCalled(label) ?? instead(), { patienceMs });

  let settledAt: number | null = null;
  /** Where the current model or profile does not have the field. */
  function instead(): HTMLElement | null {
    const nearest = otherwise.map(fieldCalled).find((field) => field !== null) ?? null;
    if (nearest === null) return null;
    settledAt ??= performance.now() + settledMs;
    if (performance.now() < settledAt) return null;
    announce(`${label} is not available for this model. It belongs to ${where}`);
    return nearest;
  }
}

/** The control with this label, anywhere on the page. */
function fieldCalled(name: string): HTMLElement | null {
  for (const label of document.querySelectorAll<HTMLLabelElement>('main label, aside label')) {
    const text = label.textContent?.trim() ?? '';
    // Some labels end with a figure in brackets.
    // Such a field may be in a part that is folded, too; that of a setting is opened.
    if (text === name) label.closest('details')?.setAttribute('open', '');
    const isShown = label.control?.checkVisibility() === true;
    if ((text === name || text.startsWith(`${name} (`)) && isShown) return label.control;
  }
  const others = document.querySelectorAll<HTMLElement>(
    'main [aria-label], aside [aria-label], main button, aside button',
  );
  const called = (one: HTMLElement) => (one.getAttribute('aria-label') ?? one.textContent?.trim()) === name;
  return [...others].find(called) ?? null;
}

// Every setting of the app, so that it can be found by its name and opened at its field. A test of the
// palette reads
// the settings page and fails if one is missing here.

interface SettingEntry {
  /** The label of its field. */
  readonly label: string;
  /** Where it is, as text. */
  readonly where: string;
  readonly page: 'settings' | 'library' | ModalityId;
  readonly also?: string;
  /** Labels to look for instead, where the field is not shown: the nearest ones. */
  readonly otherwise?: readonly string[];
}

const inSettings = (where: string, labels: readonly (readonly [label: string, also?: string])[]) =>
  labels.map(([label, also]): SettingEntry => ({ label, also, where, page: 'settings' }));

const ofProfile = (label: string, also: string): SettingEntry => ({
  label,
  also,
  where: 'Settings, profile',
  page: 'settings',
  otherwise: ['Add profile'],
});

const ofRun = (page: SettingEntry['page'], tab: string, labels: readonly string[]) =>
  labels.map(
    (label): SettingEntry => ({
      label,
      page,
      where: `Run settings, ${tab.toLowerCase()}`,
      also: 'parameter',
      otherwise: ['Extra parameters'],
    }),
  );

export const settingEntries: readonly SettingEntry[] = [
  ...inSettings('Settings, network', [['Proxy', 'network company system pac script socks certificate tls']]),
  ...inSettings('Settings', [
    ['Theme', 'dark light mode night look appearance'],
    ['Key that sends', 'enter keyboard'],
    ['Read replies to screen readers', 'announce speak aloud accessibility'],
    ['Clear the prompt after Generate', 'keep empty form image speech video'],
    ['Keyboard shortcuts', 'keys off switch hotkeys'],
  ]),
  ...inSettings('Settings, low balance', [
    ['Warn below (credits)', 'low credits meter'],
    ['Warn below (US dollars)', 'low balance money meter'],
  ]),
  ofProfile('API key', 'secret token keychain'),
  ofProfile('Base URL', 'address gateway server endpoint'),
  ofProfile('Currency', 'unit counts credits dollars money'),
  ofProfile('Gateway', 'kind provider openrouter litellm ollama azure'),
  ofProfile('Name', 'profile'),
  ofProfile('Allowed host', 'results local network address'),
  ...inSettings('Settings, profile', [
    ['Test connection', 'gateway check'],
    ['Add profile', 'gateway account new api key provider connect openai'],
    ['Warning at, per day', 'budget limit soft'],
    ['Warning at, per month', 'budget limit soft'],
    ['Hard limit per day', 'budget limit hard'],
    ['Hard limit per month', 'budget limit hard'],
    ['Confirm requests over', 'budget limit confirm threshold'],
  ]),
  ...inSettings('Settings, backups', [
    ['Daily backup', 'copy database restore automatic'],
    ['Back up now', 'backup copy database restore'],
  ]),
  ...inSettings('Settings, data', [
    ['Export everything', 'archive backup data'],
    ['Include media files', 'archive export backup'],
    ['Import conversation', 'chats history file chatgpt claude open webui lm studio sillytavern'],
    ['Import archive', 'data backup restore another computer'],
  ]),
  ...inSettings('Settings, window', [['Text size', 'font larger smaller accessibility']]),
  ...(
    [
      ['Zoom', 'larger smaller scale'],
      ['Check spelling in', 'spell checker dictionary language'],
      ['Icon in the tray', 'menu bar background close'],
      ['Key for quick ask', 'global shortcut hotkey small window'],
    ] as const
  ).map(
    ([label, also]): SettingEntry => ({
      label,
      also,
      where: 'Settings, desktop',
      page: 'settings',
      // Only the desktop app has it.
      otherwise: ['Text size'],
    }),
  ),
  ...['Check for updates automatically', 'Check now'].map(
    (label): SettingEntry => ({
      label,
      where: 'Settings, updates',
      also: 'update new version upgrade release',
      page: 'settings',
      // Only an installed app has updates.
      otherwise: ['Third-party licenses'],
    }),
  ),
  ...inSettings('Settings, about', [
    ['Third-party licenses', 'about version license licence notices open source'],
    ['Copy report', 'about diagnostics crash log support debug'],
  ]),
  { label: 'Save to', also: 'folder files', where: 'Library', page: 'library' },
  { label: 'File name', also: 'template files', where: 'Library', page: 'library' },
  { label: 'Notify when done', also: 'notification', where: 'Library', page: 'library' },
  {
    label: 'Progress on the taskbar',
    also: 'dock',
    where: 'Library',
    page: 'library',
    otherwise: ['Notify when done'],
  },
  ...modalityIds.flatMap((id) =>
    ofRun(id, modalities[id].label, [...settingsOf(id).map(({ label }) => label), 'Extra parameters']),
  ),
];
