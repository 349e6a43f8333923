/**
 * Every setting of the app, so that it can be found by its name and opened at its field. A test of the palette reads
 * the settings page and fails if one is missing here.
 */
import { type ModalityId, modalities, modalityIds } from '../../../shared/modalities';
import { settingsOf } from '../../../shared/run/settings-of';

export interface SettingEntry {
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
    ['Theme', 'dark light look appearance'],
    ['Key that sends', 'enter keyboard'],
    ['Read replies to screen readers', 'announce speak aloud accessibility'],
    ['Clear the prompt after Generate', 'keep empty form image speech video'],
    ['Keyboard shortcuts', 'keys off switch hotkeys'],
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
    ['Add profile', 'gateway account new'],
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
