import { DropdownMenu } from 'radix-ui';
import { memo } from 'react';
import { KeyHint } from '../../commands/key-hint';
import { classes } from '../../ui/classes';
import { LateMenu } from '../../ui/late-menu';

const itemClass = 'flex h-8 items-center rounded-control px-3 outline-none data-[highlighted]:bg-hover';

/** As wide as nothing, except where the row is pointed at or has the focus. */
const buttonClass =
  'flex h-7 w-0 overflow-hidden focus-visible:w-7 group-focus-within:w-7 group-hover:w-7 data-[state=open]:w-7';

export interface RowActions {
  readonly rename: () => void;
  /** Absent where the row can't be pinned. */
  readonly pin?: () => void;
  readonly remove: () => void;
  /** Absent where the row can't be exported. */
  readonly export?: (format: 'markdown' | 'json') => void;
}

interface RowMenuProps {
  isPinned?: boolean;
  /** The same object as long as it does the same: the menu isn't drawn again with its row. */
  act: RowActions;
}

/** The commands for a row of the history, with their keys. */
export const RowMenu = memo(function RowMenu({ isPinned = false, act }: RowMenuProps) {
  return (
    <LateMenu align="start" width="min-w-40" className={buttonClass}>
      <Item label="Rename" command="history.rename" onSelect={act.rename} />
      {act.pin !== undefined && (
        <Item label={isPinned ? 'Unpin' : 'Pin'} command="history.pin" onSelect={act.pin} />
      )}
      {act.export !== undefined && (
        <>
          <Item label="Export as Markdown" onSelect={() => act.export?.('markdown')} />
          <Item label="Export as JSON" onSelect={() => act.export?.('json')} />
        </>
      )}
      <Item label="Delete" command="history.remove" onSelect={act.remove} tone="text-bad" />
    </LateMenu>
  );
});

interface ItemProps {
  label: string;
  /** The command whose keys are shown. */
  command?: string;
  onSelect: () => void;
  tone?: string;
}

function Item({ label, command, onSelect, tone }: ItemProps) {
  return (
    <DropdownMenu.Item className={classes(itemClass, tone)} onSelect={onSelect}>
      <span className="flex-1">{label}</span>
      {command !== undefined && <KeyHint command={command} />}
    </DropdownMenu.Item>
  );
}
