/** Your choices about the models of a profile: stored in the settings, small and limited. */
import { modalityIds } from './modalities';

/** The tabs in which a model is chosen. */
export const workTabs = ['chat', ...modalityIds] as const;
export type WorkTab = (typeof workTabs)[number];

export const modelChoiceLimits = { pinned: 100, hidden: 1_000, recent: 6 } as const;

export interface ModelChoices {
  readonly pinned: readonly string[];
  readonly hidden: readonly string[];
  /** Newest first, for each tab. */
  readonly recent: Readonly<Partial<Record<WorkTab, readonly string[]>>>;
}

export const noModelChoices: ModelChoices = { pinned: [], hidden: [], recent: {} };
