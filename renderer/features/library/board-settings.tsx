import { useState } from 'react';
import { type Board, boardLimits } from '../../../shared/media/boards';
import { call } from '../../link/call';
import { exportBoard } from '../../media/boards';
import { announceAnswer } from '../../state/announce';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { TextField } from '../../ui/fields';

interface BoardSettingsProps {
  board: Board;
  onClose: () => void;
}

export function RenameBoard({ board, onClose }: BoardSettingsProps) {
  const [name, setName] = useState(board.name);
  const rename = async () => {
    if (name.trim() === '') return;
    const answer = await call('boards.rename', { id: board.id, name: name.trim() });
    announceAnswer(answer, 'Board renamed');
    if (answer.ok) onClose();
  };
  return (
    <Dialog title="Rename board" onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void rename();
        }}
      >
        <TextField
          label="Name"
          autoFocus
          value={name}
          maxLength={boardLimits.nameCharacters}
          onChange={({ target }) => setName(target.value)}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="primary" aria-disabled={name.trim() === ''}>
            Rename
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** What the page says is chosen before it is written. */
export function ExportBoard({ board, onClose }: BoardSettingsProps) {
  const [withOrigins, setOrigins] = useState(true);
  const [withCosts, setCosts] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    if (isBusy) return;
    setBusy(true);
    const isSaved = await exportBoard(board, { withOrigins, withCosts });
    setBusy(false);
    if (isSaved) onClose();
  };
  return (
    <Dialog title="Export board as a page" onClose={onClose}>
      <div className="flex flex-col gap-3">
        <p className="text-muted">
          A zip with a page and its files. Unpack it and open index.html in any browser.
        </p>
        <Choice label="Show prompts and settings" isOn={withOrigins} onChange={setOrigins} />
        <Choice label="Show costs" isOn={withCosts} onChange={setCosts} />
        <p className="text-muted text-sm">
          The files are copied as they are: they keep what is stored inside them, such as prompt, settings and
          cost.
        </p>
        <div className="mt-1 flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button autoFocus tone="primary" aria-disabled={isBusy} onClick={() => void save()}>
            {isBusy ? 'Packing…' : 'Export'}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

interface ChoiceProps {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

function Choice({ label, isOn, onChange }: ChoiceProps) {
  return (
    <label className="flex items-center gap-2">
      <input type="checkbox" checked={isOn} onChange={({ target }) => onChange(target.checked)} />
      {label}
    </label>
  );
}
