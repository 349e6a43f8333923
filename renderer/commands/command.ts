/** What a command of the app is: the palette, the list of keys, rebinding and the keys themselves all read it. */

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
 * Where keys are heard. `anywhere` is every place but an open dialog; the others are the control itself, which then
 * asks `commandAt` what a key means there.
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
  /** Kept with the person's keys, so never given to another command. */
  readonly id: string;
  readonly label: string;
  readonly group: Group;
  readonly place: Place;
  /** As `shared/shortcuts.ts` writes them; empty where there are none until the person chooses some. */
  readonly keys: readonly string[];
  /** Other words it is found by. */
  readonly also?: string;
  /** Listed, and not for the person to change. */
  readonly isFixed?: true;
  /** Heard even where shortcuts are switched off: without it nothing could be sent by keyboard. */
  readonly isEssential?: true;
  /** Absent where it is the control itself that does it; such a command is in the list of keys alone. */
  readonly run?: () => void;
  /** Whether it means something right now; where not, its keys pass and the palette leaves it out. */
  readonly isReady?: () => boolean;
}

const within: Readonly<Partial<Record<Place, readonly Place[]>>> = {
  chat: ['composer', 'history'],
  compare: ['composer', 'history'],
  video: ['viewer', 'stage'],
  stage: ['viewer'],
};

/** Whether keys of both places can be heard at one moment. */
export function placesMeet(one: Place, other: Place): boolean {
  if (one === other || one === 'anywhere' || other === 'anywhere') return true;
  return (within[one]?.includes(other) ?? false) || (within[other]?.includes(one) ?? false);
}
