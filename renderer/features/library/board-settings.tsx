import { useState } from 'react';
import { type Board, boardLimits } from '../../../shared/media/boards';
import { call } from '../../link/call';
import { exportBoard } from '../../media/boards';
import { announce } from '../../state/announce';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { NameDialog } from '../../ui/name-dialog';

interface BoardSettingsProps {
  board: Board;
  onClose: () => void;
}

export function RenameBoard({ board, onClose }: BoardSettingsProps) {
  const rename = async (name: string) => {
    const answer = await call('boards.rename', { id: board.id, name: name.trim() });
    if (!answer.ok) return answer.error;
    announce('Board renamed');
    return null;
  };
  return (
    <NameDialog
      title="Rename board"
      name={board.name}
      maxLength={boardLimits.nameCharacters}
      onSave={rename}
      onClose={onClose}
    />
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
