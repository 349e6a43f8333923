import { BookMarked } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { memo, type RefObject, useEffect, useRef, useState } from 'react';
import type { ModalityId } from '../../../shared/modalities/modalities';
import { beginBatch } from '../../state/ui/begin-batch';
import { openPromptDialog } from '../../state/ui/dialogs';
import { openTab } from '../../state/ui/navigation';
import { noteSurface } from '../../state/ui/surface';
import { mainLandmark } from '../../ui/main-landmark';
import { MenuTrigger } from '../../ui/menu-trigger';
import { insertText } from './insert-text';

interface PromptToolsProps {
  input: RefObject<HTMLTextAreaElement | null>;
  modality: ModalityId;
}

const itemClass =
  'flex h-8 items-center gap-6 rounded-control px-3 outline-none data-[disabled]:opacity-50 data-[highlighted]:bg-hover';

/** The menu of prompts for a text field, not drawn again with each key in it. */
export const PromptTools = memo(function PromptTools({ input, modality }: PromptToolsProps) {
  const { opened, onOpen, text, beginSlash, onCloseAutoFocus } = useMenu(input);
  useEffect(() => noteSurface(modality), [modality]);
  return (
    <DropdownMenu.Root modal={false} onOpenChange={onOpen}>
      <MenuTrigger
        title="Prompts"
        className="inline-flex size-7 flex-none items-center justify-center rounded-control text-muted hover:bg-hover hover:text-text"
      >
        <BookMarked className="icon" aria-hidden />
        <span className="sr-only">Prompts</span>
      </MenuTrigger>
      <DropdownMenu.Portal container={opened.container}>
        <DropdownMenu.Content
          tabIndex={0}
          align="start"
          sideOffset={6}
          className="floating min-w-56 p-1"
          onCloseAutoFocus={onCloseAutoFocus}
        >
          <DropdownMenu.Item className={itemClass} onSelect={beginSlash}>
            <span className="flex-1">Insert a prompt</span>
            <kbd className="font-sans text-muted">/</kbd>
          </DropdownMenu.Item>
          <DropdownMenu.Item
            className={itemClass}
            disabled={opened.isEmpty}
            onSelect={() => openPromptDialog({ kind: 'save', text: text() })}
          >
            Save as a prompt
          </DropdownMenu.Item>
          <DropdownMenu.Item className={itemClass} onSelect={() => beginBatch(modality, text())}>
            Run over a table
          </DropdownMenu.Item>
          <DropdownMenu.Item className={itemClass} onSelect={() => openTab('prompts')}>
            Prompt library
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
});

function useMenu(input: RefObject<HTMLTextAreaElement | null>) {
  const goesBack = useRef(false);
  /** The state when the menu is opened. */
  const [opened, setOpened] = useState<{ isEmpty: boolean; container?: HTMLElement | null }>({
    isEmpty: true,
  });
  const text = () => input.current?.value ?? '';
  const onOpen = (isOpen: boolean) => {
    if (isOpen) setOpened({ isEmpty: text().trim() === '', container: mainLandmark() });
  };
  const beginSlash = () => {
    const area = input.current;
    if (area === null) return;
    const caret = area.selectionEnd;
    const isFree = caret === 0 || /\s/.test(area.value[caret - 1] ?? '');
    goesBack.current = true;
    requestAnimationFrame(() => insertText(area, caret, caret, isFree ? '/' : ' /'));
  };
  const onCloseAutoFocus = (event: Event) => {
    if (goesBack.current) event.preventDefault();
    goesBack.current = false;
  };
  return { opened, onOpen, text, beginSlash, onCloseAutoFocus };
}
