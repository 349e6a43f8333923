/** The definition of a command: the palette, the list of keys, rebinding and the key handler all read it. */

export const groups = [
  'General',
  'Go to',
  'Chat',
  'Compare',
  'Writing',
  'Panels',
  'Player',
  'Viewer',
  'Lists',
] as const;
export type Group = (typeof groups)[number];

/**
 * Where keys are active. `anywhere` is every place but an open dialog; the others are the control itself, which then
 * calls `commandAt`.
 */
export type Place =
  | 'anywhere'
  | 'chat'
  | 'compare'
  | 'composer'
  | 'history'
  | 'library'
  | 'models'
  | 'inspector'
  | 'stage'
  | 'video'
  | 'viewer';

export const placeText: Readonly<Record<Place, string>> = {
  anywhere: 'anywhere',
  chat: 'in the chat tab',
  compare: 'in a comparison',
  composer: 'while writing',
  history: 'in the list of chats',
  library: 'in the library',
  models: 'in the table of models',
  inspector: 'in the inspector',
  stage: 'on the stage',
  video: 'while a video is open',
  viewer: 'in the viewer',
};

export interface AppCommand {
  /** Stored with your keys, so an id is never reused for another command. */
  readonly id: string;
  readonly label: string;
  readonly group: Group;
  readonly place: Place;
  /** In the format of `shared/shortcuts.ts`; empty where there are none by default. */
  readonly keys: readonly string[];
  /** Other words by which a search finds it. */
  readonly also?: string;
  /** Listed, but can't be changed. */
  readonly isFixed?: true;
  /** Active even where shortcuts are turned off: without it nothing could be sent by keyboard. */
  readonly isEssential?: true;
  /** Absent where the control itself does it; such a command is only in the list of keys. */
  readonly run?: () => void;
  /** Whether it is available now; if not, its keys do nothing and the palette leaves it out. */
  readonly isReady?: () => boolean;
}

const within: Readonly<Partial<Record<Place, readonly Place[]>>> = {
  chat: ['composer', 'history'],
  compare: ['composer', 'history'],
  video: ['viewer', 'stage'],
  stage: ['viewer'],
};

/** Whether keys of both places can be active at the same time. */
export function placesMeet(one: Place, other: Place): boolean {
  if (one === other || one === 'anywhere' || other === 'anywhere') return true;
  return (within[one]?.includes(other) ?? false) || (within[other]?.includes(one) ?? false);
}
