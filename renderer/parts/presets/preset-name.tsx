import { useState } from 'react';
import type { AppErrorData } from '../../../shared/errors';
import { type Preset, presetLimits } from '../../../shared/run/presets';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { TextField } from '../../ui/fields';
import { type PresetPlace, renamePreset, savePreset } from './preset-actions';

interface NameDialogProps {
  place: PresetPlace;
  /** `null` for a new one. */
  preset: Preset | null;
  onClose: () => void;
}

/** Asks for a preset's name; a refused name stays in the field, with the reason. */
export default function NameDialog({ place, preset, onClose }: NameDialogProps) {
  const [name, setName] = useState(preset?.name ?? '');
  const [id] = useState(() => crypto.randomUUID());
  const [error, setError] = useState<AppErrorData | null>(null);
  const isEmpty = name.trim() === '';
  const save = async () => {
    if (isEmpty) return;
    const answer = await (preset === null ? savePreset(id, name, place) : renamePreset(preset, name));
    if (answer.ok) onClose();
    else setError(answer.error);
  };
  return (
    <Dialog title={preset === null ? 'Save as preset' : 'Rename preset'} onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          label="Name"
          value={name}
          autoFocus
          maxLength={presetLimits.nameCharacters}
          onChange={(event) => setName(event.target.value)}
          help={preset === null ? 'Saves the current model and run settings.' : undefined}
        />
        {error !== null && <ErrorCard error={error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="primary" aria-disabled={isEmpty}>
            {preset === null ? 'Save' : 'Rename'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
