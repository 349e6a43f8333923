import { findShown, focusWhenThere } from '../lib/focus';
import { openColumn, toggleColumn } from '../state/ui/columns';
import { toggleInspector } from '../state/ui/inspector-state';
import { useUiState } from '../state/ui/ui-state';
import type { AppCommand } from './command';
import { byFeature } from './handlers';
import { tabOf } from './tabs';

const panel = { group: 'Panels', place: 'anywhere' } as const;
/** The column of a tab that has just been opened may still be loading. */
const patienceMs = 5_000;
const tabNow = () => tabOf(useUiState.getState().route.tab).id;

export const panelCommands: readonly AppCommand[] = [
  { ...panel, id: 'jobs.show', label: 'Show jobs', keys: ['Mod+J'], run: showJobs },
  {
    ...panel,
    id: 'inspector.toggle',
    label: 'Inspector',
    keys: ['Mod+I'],
    run: toggleInspector,
  },
  {
    ...panel,
    id: 'history.toggle',
    label: 'Show or hide the history',
    keys: [],
    run: () => toggleColumn(tabNow(), 'history'),
  },
  {
    ...panel,
    id: 'side.toggle',
    label: 'Show or hide the run settings',
    keys: [],
    run: () => toggleColumn(tabNow(), 'side'),
  },
  {
    group: 'Player',
    place: 'anywhere',
    ...byFeature('player.toggle'),
    label: 'Play or pause the audio',
    keys: [],
  },
];

function showJobs(): void {
  openColumn(tabNow(), 'side');
  focusWhenThere(() => findShown('jobs'), { patienceMs });
}
