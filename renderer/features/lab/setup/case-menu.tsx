import { ChevronDown } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { classes } from '../../../ui/classes';
import { mainLandmark } from '../../../ui/main-landmark';
import { MenuTrigger } from '../../../ui/menu-trigger';

interface CaseMenuProps {
  label: string;
  /** What is chosen, as the name of the button says it. */
  value: string;
  /** The same as short as the column is narrow. */
  short?: string;
  title: string;
  /** Its color, where it is not that of text. */
  tone?: string | false;
  children: ReactNode;
}

/** A cell of a case that shows what is chosen, and opens to the choices. */
export function CaseMenu({ label, value, short = value, title, tone, children }: CaseMenuProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  return (
    <DropdownMenu.Root modal={false}>
      <MenuTrigger
        ref={trigger}
        aria-label={`${label}: ${value}`}
        title={title}
        className={classes(
          'flex h-8 min-w-0 items-center gap-1 rounded-control px-2 text-left hover:bg-hover',
          tone,
        )}
      >
        <bdi className="flex-1 truncate">{short}</bdi>
        <ChevronDown className="icon" aria-hidden />
      </MenuTrigger>
      {/* Outside a modal dialog nothing can be chosen. */}
      <DropdownMenu.Portal container={trigger.current?.closest('dialog') ?? mainLandmark()}>
        <DropdownMenu.Content
          tabIndex={0}
          align="end"
          sideOffset={4}
          aria-label={label}
          className="floating max-h-80 min-w-48 max-w-96 overflow-y-auto p-1"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
