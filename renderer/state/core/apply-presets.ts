/** What the window knows of presets, after news of one. */
import { byPresetName, type Preset } from '../../../shared/presets';

type Presets = readonly Preset[];

export const withoutPreset = (presets: Presets | undefined, id: string): Presets =>
  (presets ?? []).filter((one) => one.id !== id);

export const withPreset = (presets: Presets | undefined, preset: Preset): Presets =>
  [...withoutPreset(presets, preset.id), preset].sort(byPresetName);
