/** What presets need of the storage. */
import type { WorkTab } from '../../../shared/model-choices';
import type { Preset } from '../../../shared/presets';

export interface PresetStore {
  /** All that are not removed: bounded by the limit of each tab. */
  all(): readonly Preset[];
  get(id: string): Preset | undefined;
  /** Whether there is one under this id, removed or not. */
  has(id: string): boolean;
  put(preset: Preset): void;
  /** Hides it, or with `null` shows it again. */
  setRemoved(id: string, at: number | null): void;
  /** Takes the mark of the default from whichever of the tab has it; answers its id. */
  clearDefault(tab: WorkTab): string | null;
  purgeRemoved(): void;
}
