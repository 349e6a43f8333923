import type { AppCommand } from './command';
import { byFeature } from './handlers';

const compare = { group: 'Compare', place: 'compare' } as const;

export const compareCommands: readonly AppCommand[] = [
  {
    group: 'Compare',
    place: 'anywhere',
    ...byFeature('compare.new'),
    label: 'Compare models side by side',
    keys: ['Mod+Shift+K'],
    also: 'columns versus winner',
  },
  { ...compare, ...byFeature('compare.stop'), label: 'Stop all columns', keys: ['Escape'] },
  {
    ...compare,
    ...byFeature('compare.switchVoice'),
    label: 'Next result at the same position',
    keys: ['X'],
  },
  { ...compare, ...byFeature('compare.playAll'), label: 'Play or pause all videos', keys: ['K'] },
];
