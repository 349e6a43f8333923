/** The window's copy of the presets, after an event. */
import { byPresetName, type Preset } from '../../../shared/run/presets';

type Presets = readonly Preset[];

export const withoutPreset = (presets: Presets | undefined, id: string): Presets =>
  (presets ?? []).filter((one) => one.id !== id);

export const withPreset = (presets: Presets | undefined, preset: Preset): Presets =>
  [...withoutPreset(presets, preset.id), preset].sort(byPresetName);
