import { findShown, focusName, focusSoon, focusWhenThere } from '../lib/focus';
import { holdEarlyKeys } from '../lib/typed-ahead';
import { call } from '../link/call';
import { announceAnswer } from '../state/announce';
import { openConversation } from '../state/ui/navigation';
import { openOverlay } from '../state/ui/overlay';
import { useUiState } from '../state/ui/ui-state';
import type { AppCommand } from './command';
import { byFeature } from './handlers';
import { tabOf } from './tabs';

const everywhere = { group: 'General', place: 'anywhere' } as const;

export const generalCommands: readonly AppCommand[] = [
  {
    ...everywhere,
    id: 'palette.open',
    label: 'Search',
    keys: ['Mod+K'],
    run: () => openOverlay('palette'),
  },
  {
    ...everywhere,
    id: 'shortcuts.open',
    label: 'Keyboard shortcuts',
    keys: ['Mod+/'],
    run: () => openOverlay('shortcuts'),
  },
  {
    ...everywhere,
    id: 'new',
    label: 'New chat, or new prompt',
    keys: ['Mod+N'],
    run: beginNew,
  },
  {
    ...everywhere,
    ...byFeature('undo'),
    label: 'Undo the last deletion',
    keys: ['Mod+Z'],
  },
  {
    ...everywhere,
    id: 'models.open',
    label: 'Choose the model',
    keys: ['Mod+Shift+M'],
    run: openModelPicker,
  },
  {
    ...everywhere,
    id: 'models.refresh',
    label: 'Refresh the models',
    keys: [],
    run: () => void call('models.refresh', {}),
  },
  ...(['system', 'light', 'dark'] as const).map(
    (theme): AppCommand => ({
      ...everywhere,
      id: `theme.${theme}`,
      label: `${theme.charAt(0).toUpperCase()}${theme.slice(1)} theme`,
      keys: [],
      run: () => void setTheme(theme),
    }),
  ),
];

/** A new chat; on a media tab, the prompt field. */
function beginNew(): void {
  if (tabOf(useUiState.getState().route.tab).modality) focusName('composer');
  else newChat();
}

export function newChat(): void {
  openConversation(null);
  focusSoon('composer');
}

/** At the start of the app the field may still be loading. */
const patienceMs = 5_000;

/** At once where it is there, so that what is typed next goes into it; else as soon as its tab is drawn. */
function openModelPicker(): void {
  const find = () => findShown('model');
  const open = (control: HTMLElement) => control.matches('input') && control.click();
  const picker = find();
  picker?.focus();
  if (picker === null) {
    holdEarlyKeys();
    focusWhenThere(find, { patienceMs, onFocused: open });
  } else open(picker);
}

async function setTheme(theme: 'system' | 'light' | 'dark'): Promise<void> {
  announceAnswer(await call('settings.update', { patch: { theme } }));
}
