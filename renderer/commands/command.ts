/** The definition of a command: the palette, the list of keys, rebinding and the key handler all read it. */

export type Group =
  | 'General'
  | 'Go to'
  | 'Chat'
  | 'Compare'
  | 'Writing'
  | 'Panels'
  | 'Player'
  | 'Viewer'
  | 'Lists'
  | 'Lab'
  | 'Lineage';

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
  | 'labGrid'
  | 'labVote'
  | 'lineage'
  | 'stage'
  | 'video'
  | 'viewer';

export interface AppCommand {
  /** Stored with your keys, so an id is never reused for another command. */
  readonly id: string;
  readonly label: string;
  readonly group: Group;
  readonly place: Place;
  /** In the format of `shared/app/shortcuts.ts`; empty where there are none by default. */
  readonly keys: readonly string[];
  /** Listed, but can't be changed. */
  readonly isFixed?: true;
  /** Active even where shortcuts are turned off: without it nothing could be sent by keyboard. */
  readonly isEssential?: true;
  /** Absent where the control itself does it; such a command is only in the list of keys. */
  readonly run?: () => void;
  /** Whether it is available now; if not, its keys do nothing and the palette leaves it out. */
  readonly isReady?: () => boolean;
}
