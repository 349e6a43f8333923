import type { Envelope } from '../../../shared/errors';
import type { Preset } from '../../../shared/run/presets';

export interface PresetRequests {
  readonly applied: (missing: string | null) => void;
  /** Closes the list, and shows the error that comes. */
  readonly ask: (asked: Promise<Envelope<null>>) => void;
  /** Opens the dialog that asks for a preset's name; `null` for a new preset. */
  readonly name: (preset: Preset | null) => void;
  readonly update: (preset: Preset) => void;
  readonly remove: (preset: Preset) => void;
  readonly setDefault: (preset: Preset, isDefault: boolean) => void;
}
