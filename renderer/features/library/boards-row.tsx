import { LayoutGrid, MoreHorizontal, Plus } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type DragEvent, useEffect, useState } from 'react';
import type { Board } from '../../../shared/media/boards';
import { addToBoard, draggedResults, isDraggedResult, removeBoard, useBoards } from '../../media/boards';
import { MenuItem } from '../../media/menu-item';
import { openBoards } from '../../state/ui/dialogs';
import { setFilter, useLibraryView } from '../../state/ui/library-view';
import { IconButton } from '../../ui/button';
import { classes } from '../../ui/classes';
import { mainLandmark } from '../../ui/main-landmark';
import { MenuTrigger } from '../../ui/menu-trigger';
import { ExportBoard, RenameBoard } from './board-settings';

/** Boards as a row above the results: one narrows them down, and results are dropped on it. */
export function BoardsRow() {
  const boards = useBoards();
  const chosen = useLibraryView(({ filter }) => filter.board);
  const board = boards?.find(({ id }) => id === chosen);
  useEffect(() => {
    // Deleted, here or in another window.
    if (chosen !== undefined && boards !== null && board === undefined) setFilter({ board: undefined });
  }, [chosen, boards, board]);
  if (boards === null || boards.length === 0) return null;
  return (
    <nav
      aria-label="Boards"
      className="flex min-h-10 flex-none items-center gap-1 overflow-x-auto border-line border-b px-5 py-1"
    >
      <LayoutGrid className="icon mr-1 flex-none text-muted" aria-hidden />
      {boards.map((one) => (
        <BoardButton key={one.id} board={one} isChosen={one.id === chosen} />
      ))}
      <IconButton icon={Plus} label="New board" onClick={() => openBoards([])} />
      {board !== undefined && <BoardMenu board={board} />}
    </nav>
  );
}

function BoardButton({ board, isChosen }: { board: Board; isChosen: boolean }) {
  const [isOver, setOver] = useState(false);
  const onDragOver = (event: DragEvent) => {
    if (!isDraggedResult(event.dataTransfer)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setOver(true);
  };
  const onDrop = (event: DragEvent) => {
    setOver(false);
    const ids = draggedResults(event.dataTransfer);
    if (ids.length === 0) return;
    event.preventDefault();
    void addToBoard(board, ids);
  };
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={() => setFilter({ board: isChosen ? undefined : board.id })}
      onDragOver={onDragOver}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      className={classes(
        'inline-flex h-8 max-w-[min(28rem,80vw)] flex-none items-center gap-1.5 rounded-control border px-2',
        isChosen ? 'border-accent bg-hover' : 'border-transparent text-muted hover:bg-hover hover:text-text',
        isOver && 'outline-2 outline-accent',
      )}
    >
      <span className="truncate">{board.name}</span>
      <span className="text-muted text-sm">{board.count}</span>
    </button>
  );
}

function BoardMenu({ board }: { board: Board }) {
  const [dialog, setDialog] = useState<'rename' | 'export' | null>(null);
  const props = { board, onClose: () => setDialog(null) };
  return (
    <>
      <DropdownMenu.Root modal={false}>
        <MenuTrigger
          title="Board"
          className="inline-flex size-7 flex-none items-center justify-center rounded-control text-muted hover:bg-hover hover:text-text"
        >
          <MoreHorizontal className="icon" aria-hidden />
          <span className="sr-only">Actions for board {board.name}</span>
        </MenuTrigger>
        <DropdownMenu.Portal container={mainLandmark()}>
          <DropdownMenu.Content align="start" sideOffset={4} className="floating min-w-44 p-1">
            <MenuItem onSelect={() => setDialog('rename')}>Rename…</MenuItem>
            <MenuItem onSelect={() => setDialog('export')}>Export as a page…</MenuItem>
            <MenuItem onSelect={() => void removeBoard(board)}>Delete board</MenuItem>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {dialog === 'rename' && <RenameBoard {...props} />}
      {dialog === 'export' && <ExportBoard {...props} />}
    </>
  );
}
