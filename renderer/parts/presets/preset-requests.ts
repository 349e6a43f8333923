import type { Preset } from '../../../shared/presets';

/** What the list of presets asks for; what is named is asked in a dialog, `null` for a new one. */
export interface PresetRequests {
  readonly applied: (missing: string | null) => void;
  readonly name: (preset: Preset | null) => void;
  readonly update: (preset: Preset) => void;
  readonly remove: (preset: Preset) => void;
  readonly setDefault: (preset: Preset, isDefault: boolean) => void;
}
