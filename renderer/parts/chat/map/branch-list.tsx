import { useState } from 'react';
import type { OutlineEntry } from '../../../../shared/chat/chat';
import { cutText } from '../../../../shared/text/cut-text';
import { counted } from '../../../lib/counted';
import { ChosenList } from '../../../ui/chosen-list';
import { classes } from '../../../ui/classes';
import { type BranchRow, rowBeside } from './branch-rows';

interface BranchListProps {
  rows: readonly BranchRow[];
  /** Called with the first message of the branch to show. */
  onOpen: (messageId: string) => void;
}

const rowPx = 40;
const indentPx = 14;
/** A branch that is deeper is drawn no further to the right: its words need the room. */
const deepestIndent = 10;

/** The branches of a chat as a tree; one that is chosen is shown. */
export function BranchList({ rows, onOpen }: BranchListProps) {
  const [chosenId, choose] = useState(() => rows.findLast(({ isShown }) => isShown)?.id ?? null);
  return (
    <ChosenList
      role="tree"
      label="Branches of this chat"
      {...{ rows, chosenId, rowPx, idPrefix }}
      isFocused
      onChoose={({ id }) => choose(id)}
      onOpen={() => chosenId !== null && onOpen(chosenId)}
      rowOfKey={(key) => rowBeside(rows, chosenId, key)}
      style={{ height: `min(${rows.length * rowPx}px, 50vh)` }}
    >
      {(row) => <Row row={row} isChosen={row.id === chosenId} onOpen={() => onOpen(row.id)} />}
    </ChosenList>
  );
}

const idPrefix = 'branch-';

const writers = { user: 'You', assistant: 'Reply', system: 'System', developer: 'Developer', tool: 'Tool' };

const writerOf = ({ role, model }: OutlineEntry): string =>
  role === 'assistant' && model !== null ? model : writers[role];

function Row({ row, isChosen, onOpen }: { row: BranchRow; isChosen: boolean; onOpen: () => void }) {
  const { first, count, depth, place, setSize, isShown } = row;
  const facts = [writerOf(first), counted(count, 'message'), ...(isShown ? ['on show'] : [])].join(' · ');
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and names the selected item.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys.
    <div
      id={`${idPrefix}${row.id}`}
      role="treeitem"
      aria-level={depth + 1}
      aria-posinset={place}
      aria-setsize={setSize}
      aria-selected={isChosen}
      title={cutText(first.words, 500)}
      onClick={onOpen}
      className={classes(
        'flex flex-col justify-center rounded-control border-2 border-transparent bg-clip-padding px-1.5 hover:bg-hover',
        isChosen && 'bg-hover',
      )}
      style={{ height: rowPx, marginInlineStart: indentPx * Math.min(depth, deepestIndent) }}
    >
      <span className={classes('truncate leading-4', isShown && 'font-medium')} dir="auto">
        {first.words.trim() === '' ? 'No text' : cutText(first.words.replace(/\s+/g, ' '), 200)}
      </span>
      <span className="truncate text-muted text-xs">{facts}</span>
    </div>
  );
}
