import { useState } from 'react';
import type { AppErrorData } from '../../../shared/errors';
import { type PromptVersion, promptLimits } from '../../../shared/run/prompts';
import { call } from '../../link/call';
import { announce } from '../../state/announce';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/fields';

interface VersionNoteProps {
  promptId: string;
  version: PromptVersion;
}

/** The note of a version, which can be changed later. */
export function VersionNote({ promptId, version: { version, note } }: VersionNoteProps) {
  const [typed, setTyped] = useState(note);
  const [error, setError] = useState<AppErrorData | null>(null);
  const isChanged = typed.trim() !== note;
  const save = async () => {
    if (!isChanged) return;
    const answer = await call('prompts.setNote', { id: promptId, version, note: typed });
    setError(answer.ok ? null : answer.error);
    if (answer.ok) announce('Note saved');
  };
  return (
    <form
      className="flex-none"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div className="flex items-end gap-2">
        <TextField
          label={`Note on version ${version}`}
          className="min-w-0 flex-1"
          maxLength={promptLimits.noteCharacters}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="submit" aria-disabled={!isChanged}>
          Save note
        </Button>
      </div>
      {error !== null && <ErrorCard error={error} />}
    </form>
  );
}
