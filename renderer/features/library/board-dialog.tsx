import { type FormEvent, useEffect, useState } from 'react';
import { type Board, boardLimits } from '../../../shared/media/boards';
import { addToBoard, createBoard, takeOffBoard, useBoards, useBoardsOf } from '../../media/boards';
import { countText } from '../../media/remove-media';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { TextField } from '../../ui/fields';
import { scrollStop } from '../../ui/scroll-stop';

interface BoardDialogProps {
  /** Empty to make a board alone. */
  ids: readonly string[];
  onClose: () => void;
}

/** Puts results on boards and takes them off; a new board can be made on the way. */
export default function BoardDialog({ ids, onClose }: BoardDialogProps) {
  const boards = useBoards() ?? [];
  const places = useBoardsOf(ids);
  const [name, setName] = useState('');
  const isEmpty = name.trim() === '';
  const create = async (event: FormEvent) => {
    event.preventDefault();
    if (isEmpty) return;
    const id = await createBoard(name);
    if (id === null) return;
    if (ids.length > 0) await addToBoard({ id, name: name.trim() }, ids);
    setName('');
    if (ids.length === 0) onClose();
  };
  return (
    <Dialog title={ids.length === 0 ? 'New board' : `Boards of ${countText(ids.length)}`} onClose={onClose}>
      {ids.length > 0 && boards.length > 0 && (
        <ul ref={scrollStop} aria-label="Boards" className="mb-4 max-h-[40vh] overflow-y-auto">
          {boards.map((board) => (
            <BoardItem
              key={board.id}
              {...{ board, ids }}
              isOn={places?.all.includes(board.id) ?? false}
              isPartly={places?.some.includes(board.id) ?? false}
              isKnown={places !== null}
            />
          ))}
        </ul>
      )}
      <form onSubmit={(event) => void create(event)} className="flex flex-col gap-4">
        <TextField
          label="Name of a new board"
          autoFocus
          value={name}
          maxLength={boardLimits.nameCharacters}
          onChange={({ target }) => setName(target.value)}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{ids.length === 0 ? 'Cancel' : 'Done'}</Button>
          <Button type="submit" tone="primary" aria-disabled={isEmpty}>
            {ids.length === 0 ? 'Create board' : 'Create and add'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface BoardItemProps {
  board: Board;
  ids: readonly string[];
  /** All of the results are on it. */
  isOn: boolean;
  /** Some are. */
  isPartly: boolean;
  /** Whether it is known where they are. */
  isKnown: boolean;
}

function BoardItem({ board, ids, isOn, isPartly, isKnown }: BoardItemProps) {
  /** As it was pressed, until the list says so: it is read again only after the command's answer. */
  const [pressed, setPressed] = useState<boolean | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was read now counts, whatever it is.
  useEffect(() => setPressed(null), [isOn, isPartly]);
  const press = async (isWanted: boolean) => {
    setPressed(isWanted);
    const isDone = await (isWanted ? addToBoard : takeOffBoard)(board, ids);
    if (!isDone) setPressed(null);
  };
  return (
    <li>
      <label className="flex min-h-8 items-center gap-2 rounded-control px-1 hover:bg-hover">
        <input
          type="checkbox"
          checked={pressed ?? isOn}
          disabled={!isKnown}
          ref={(box) => {
            if (box !== null) box.indeterminate = isPartly && pressed === null;
          }}
          onChange={({ target }) => void press(target.checked)}
        />
        <span className="min-w-0 flex-1 truncate">{board.name}</span>
        <span className="text-muted text-sm">{board.count}</span>
      </label>
    </li>
  );
}
