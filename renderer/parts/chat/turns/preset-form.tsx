import { useId, useState } from 'react';
import type { Message } from '../../../../shared/chat/chat';
import type { AppErrorData } from '../../../../shared/errors';
import { presetLimits } from '../../../../shared/run/presets';
import { call } from '../../../link/call';
import { announce } from '../../../state/announce';
import { useCoreState } from '../../../state/core/core-state';
import { closeTurnDialog } from '../../../state/ui/dialogs';
import { chosenModel, chosenSettings } from '../../../state/ui/selectors';
import { ErrorCard } from '../../../ui/alert';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { TextField } from '../../../ui/fields';
import { shownIds } from './turn-actions';

/** The value of the first choice: the beginning of the chat, which may not be loaded. */
const BEGINNING = '';

/** Saves the messages up to this one as a preset that new chats begin with. */
export function PresetForm({ message }: { message: Message }) {
  const [id] = useState(() => crypto.randomUUID());
  const [name, setName] = useState('');
  const [fromId, setFromId] = useState(BEGINNING);
  const [error, setError] = useState<AppErrorData | null>(null);
  const isReady = name.trim() !== '';
  const save = async () => {
    if (!isReady) return;
    const { conversationId: key, id: toId } = message;
    const content = { modality: 'chat', model: chosenModel(key), settings: chosenSettings(key) } as const;
    const from = fromId === BEGINNING ? null : fromId;
    const answer = await call('presets.createWithMessages', { id, name, content, fromId: from, toId });
    if (!answer.ok) return setError(answer.error);
    announce(`${name} saved`);
    closeTurnDialog();
  };
  return (
    <Dialog title="Save as examples" onClose={closeTurnDialog}>
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
          onChange={({ target }) => setName(target.value)}
        />
        <StartField message={message} value={fromId} onChange={setFromId} />
        <p className="text-muted text-sm">
          Makes a preset with these messages, the model and the run settings. New chats that you open from it
          begin with the messages; their files are copied into it.
        </p>
        {error !== null && <ErrorCard error={error} title="Couldn’t save the preset" />}
        <div className="flex justify-end gap-2">
          <Button onClick={closeTurnDialog}>Cancel</Button>
          <Button type="submit" tone="primary" aria-disabled={!isReady}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface StartFieldProps {
  message: Message;
  value: string;
  onChange: (fromId: string) => void;
}

/** Which message is the first; the last is the one that the dialog is about. */
function StartField({ message, value, onChange }: StartFieldProps) {
  const fieldId = useId();
  const messages = useCoreState((state) => state.messages);
  const ids = shownIds(message.conversationId);
  const above = ids.slice(0, ids.indexOf(message.id) + 1).flatMap((one) => messages[one] ?? []);
  return (
    <div>
      <label htmlFor={fieldId} className="mb-1 block text-muted">
        From
      </label>
      <select
        id={fieldId}
        className="field w-full"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        <option value={BEGINNING}>Beginning of the chat</option>
        {above.map((one) => (
          <option key={one.id} value={one.id}>
            {excerptOf(one)}
          </option>
        ))}
      </select>
      <p className="mt-1 break-words text-muted text-sm">To {excerptOf(message)}</p>
    </div>
  );
}

const EXCERPT_CHARACTERS = 60;

function excerptOf({ role, text }: Message): string {
  const said = text.replace(/\s+/g, ' ').trim();
  const shown = said.length > EXCERPT_CHARACTERS ? `${said.slice(0, EXCERPT_CHARACTERS)}…` : said;
  return shown === '' ? role : `${role}: ${shown}`;
}
