import { useState } from 'react';
import { type Preset, presetLimits } from '../../../shared/run/presets';
import { NameDialog } from '../../ui/name-dialog';
import { type PresetPlace, renamePreset, savePreset } from './preset-actions';

interface PresetNameProps {
  place: PresetPlace;
  /** `null` for a new one. */
  preset: Preset | null;
  onClose: () => void;
}

/** Asks for a preset's name. */
export default function PresetName({ place, preset, onClose }: PresetNameProps) {
  const [id] = useState(() => crypto.randomUUID());
  const save = async (name: string) => {
    const answer = await (preset === null ? savePreset(id, name, place) : renamePreset(preset, name));
    return answer.ok ? null : answer.error;
  };
  const isNew = preset === null;
  return (
    <NameDialog
      title={isNew ? 'Save as preset' : 'Rename preset'}
      name={preset?.name ?? ''}
      maxLength={presetLimits.nameCharacters}
      help={isNew ? 'Saves the current model and run settings.' : undefined}
      action={isNew ? 'Save' : 'Rename'}
      onSave={save}
      onClose={onClose}
    />
  );
}
