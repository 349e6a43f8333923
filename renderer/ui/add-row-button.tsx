import { Plus } from 'lucide-react';
import { focusWhenThere } from '../lib/focus';
import { Button, type ButtonProps } from './button';

const fields = 'input:not([type=checkbox]), select, textarea';

interface AddRowButtonProps extends Omit<ButtonProps, 'onClick' | 'tone'> {
  onAdd: () => void;
}

/** Adds a row of fields to the section it is in; what is filled in next, the first field of the row, has the focus then. */
export function AddRowButton({ onAdd, children, ...rest }: AddRowButtonProps) {
  return (
    <Button
      {...rest}
      onClick={({ currentTarget }) => {
        if (rest['aria-disabled']) return;
        focusNextRow(currentTarget.closest('section, fieldset, dialog, main'));
        onAdd();
      }}
    >
      <Plus className="icon" aria-hidden />
      {children}
    </Button>
  );
}

/** The row that appears last, since a list that scrolls to it may draw others too. */
function focusNextRow(section: Element | null): void {
  if (section === null) return;
  const before = new Set(section.querySelectorAll('*'));
  const find = (): HTMLElement | null => {
    // A long list draws its last row once it is scrolled to.
    for (const list of section.querySelectorAll('[data-rows]')) list.scrollTop = list.scrollHeight;
    const added = [...section.querySelectorAll<HTMLElement>(fields)].filter((one) => !before.has(one));
    const row = outermostNew(added.at(-1), before);
    return added.find((one) => row?.contains(one)) ?? null;
  };
  // A name that is only proposed is replaced by what is typed.
  focusWhenThere(find, { onFocused: (field) => field instanceof HTMLInputElement && field.select() });
}

function outermostNew(element: Element | undefined, before: ReadonlySet<Element>): Element | undefined {
  const parent = element?.parentElement;
  return parent && !before.has(parent) ? outermostNew(parent, before) : element;
}
