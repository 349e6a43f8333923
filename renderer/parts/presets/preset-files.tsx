import { useEffect, useRef } from 'react';
import { filesOfKind } from '../../../shared/media/file-inputs';
import type { Preset } from '../../../shared/run/presets';
import { Button } from '../../ui/button';
import type { NotTaken } from './open-preset';

interface PresetFilesProps {
  preset: Preset;
  notTaken: NotTaken;
  onLeaveOut: () => void;
  onKeep: () => void;
}

/** Says which files of a preset its model doesn't take, and how to go on. */
export function PresetFiles({ preset, notTaken, onLeaveOut, onKeep }: PresetFilesProps) {
  const { model, kinds } = notTaken;
  const whole = useRef<HTMLFieldSetElement>(null);
  useEffect(() => whole.current?.querySelector('button')?.focus(), []);
  return (
    <fieldset ref={whole} aria-label={`Files in ${preset.name}`} className="px-8 pt-1 pb-2 text-sm">
      <p className="text-warn">
        {model} doesn’t accept {kinds.map((kind) => filesOfKind[kind]).join(' or ')}. Leave the files out, or
        open the chat with them and choose another model there.
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button onClick={onLeaveOut}>Leave files out</Button>
        <Button onClick={onKeep}>Open with files</Button>
      </div>
    </fieldset>
  );
}
