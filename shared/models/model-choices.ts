/** Your choices about the models of a profile: stored in the settings, small and limited. */
import type { ResultKind } from '../media/media';
import type { ModalityId, NamedSetting } from '../modalities/modalities';

export const modelChoiceLimits = { pinned: 100, hidden: 1_000, recent: 6, takes: 200 } as const;

export interface ModelChoices {
  readonly pinned: readonly string[];
  readonly hidden: readonly string[];
  /** Newest first, for each tab. */
  readonly recent: Readonly<Partial<Record<ModalityId, readonly string[]>>>;
  /** Files that a model takes although the gateway's record doesn't say so, by its id. */
  readonly takes?: Readonly<Record<string, readonly ResultKind[]>> | undefined;
  /** Settings that a model takes although the gateway's record doesn't say so, by its id. */
  readonly takesSettings?: Readonly<Record<string, readonly NamedSetting[]>> | undefined;
}

export const noModelChoices: ModelChoices = { pinned: [], hidden: [], recent: {} };
