import { focusSoon } from '../lib/focus';
import { openColumn, toggleColumn } from '../state/ui/columns';
import { toggleInspector } from '../state/ui/inspector-state';
import { useUiState } from '../state/ui/ui-state';
import type { AppCommand } from './command';
import { byFeature } from './handlers';
import { tabOf } from './tabs';

const panel = { group: 'Panels', place: 'anywhere' } as const;
const tabNow = () => tabOf(useUiState.getState().route.tab).id;

export const panelCommands: readonly AppCommand[] = [
  { ...panel, id: 'jobs.show', label: 'Show jobs', keys: ['Mod+J'], run: showJobs },
  {
    ...panel,
    id: 'inspector.toggle',
    label: 'Inspector',
    keys: ['Mod+I'],
    also: 'calls requests network',
    run: toggleInspector,
  },
  {
    ...panel,
    id: 'history.toggle',
    label: 'Show or hide the history',
    keys: [],
    also: 'left column sidebar',
    run: () => toggleColumn(tabNow(), 'history'),
  },
  {
    ...panel,
    id: 'side.toggle',
    label: 'Show or hide the run settings',
    keys: [],
    also: 'right column sidebar',
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
  focusSoon('jobs');
}
