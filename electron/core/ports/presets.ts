/** The table of presets. */
import type { ModalityId } from '../../../shared/modalities/modalities';
import type { Preset } from '../../../shared/run/presets';

export interface PresetStore {
  /** All that are not removed; their number is limited per tab. */
  all(): readonly Preset[];
  get(id: string): Preset | undefined;
  /** Whether a preset with this id exists, removed or not. */
  has(id: string): boolean;
  /** Its messages stay. */
  put(preset: Omit<Preset, 'messages'>): void;
  /** The messages that a chat begins with, as JSON. */
  messagesOf(id: string): string | null;
  setMessages(id: string, messages: string): void;
  /** Hides it, or shows it again with `null`. */
  setRemoved(id: string, at: number | null): void;
  /** Clears the tab's default preset and returns its id. */
  clearDefault(tab: ModalityId): string | null;
  purgeRemoved(): void;
}
