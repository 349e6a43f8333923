import { Command } from 'cmdk';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { commandAt } from '../../commands/shortcuts';
import { announce } from '../../state/announce';
import { closeOverlay } from '../../state/ui/overlay';
import type { Hit } from './hit';
import { PaletteList } from './palette-list';
import { noteUsed } from './recent';
import { useSearch } from './use-search';

/** One search over everything in the app. */
export default function Palette() {
  const [typed, setTyped] = useState('');
  const results = useSearch(typed);
  const [active, setActive] = useState('');
  const hits = results.groups.flatMap((group) => group.hits);
  const isCurrent = results.query === typed && !results.isPartial;
  const choose = (hit: Hit) => {
    noteUsed(hit.key);
    closeOverlay();
    // The dialog returns the focus as it closes; the chosen entry may then move it.
    setTimeout(hit.run);
  };
  useFirst(results, hits, setActive);
  const onKeyDown = useKeys(isCurrent, hits[0], choose);
  return (
    <PaletteDialog>
      <Command
        label="Search everything"
        shouldFilter={false}
        vimBindings={false}
        value={active}
        onValueChange={setActive}
        onKeyDown={onKeyDown}
        className="flex max-h-[min(560px,76vh)] flex-col"
      >
        <Command.Input
          value={typed}
          onValueChange={setTyped}
          maxLength={300}
          placeholder="Search chats, messages, media, models, commands and settings"
          className="h-12 flex-none border-line border-b bg-transparent px-4 text-lg outline-none"
        />
        <PaletteList results={results} onChoose={choose} />
      </Command>
    </PaletteDialog>
  );
}

function PaletteDialog({ children }: { children: ReactNode }) {
  const dialog = useModal();
  return (
    <dialog
      ref={dialog}
      aria-label="Search"
      onCancel={(event) => {
        event.preventDefault();
        closeOverlay();
      }}
      onKeyDown={(event) => event.stopPropagation()}
      onClick={(event) => event.target === event.currentTarget && closeOverlay()}
      className="floating mx-auto mt-[10vh] w-[min(680px,calc(100vw-48px))] overflow-hidden p-0 text-text"
    >
      {children}
    </dialog>
  );
}

/** Opens it above everything, closes it with the component, and returns the focus. */
function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    element?.querySelector('input')?.focus();
    return () => {
      element?.close();
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  return dialog;
}

/** Each new list starts at its first result, and its length is announced. */
function useFirst(
  { query, isPartial }: { query: string; isPartial: boolean },
  hits: readonly Hit[],
  setActive: (key: string) => void,
) {
  const first = hits[0]?.key ?? '';
  const count = hits.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another query resets it, even with the same first hit.
  useEffect(() => setActive(first), [query, first, setActive]);
  useEffect(() => {
    if (!isPartial && query !== '') announce(count === 0 ? 'Nothing found' : `${count} found`);
  }, [query, isPartial, count]);
}

function useKeys(isCurrent: boolean, first: Hit | undefined, choose: (hit: Hit) => void) {
  const enterSoon = useEnterSoon(isCurrent, first, choose);
  return (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !isCurrent) {
      event.preventDefault();
      enterSoon();
    } else if (commandAt(event.nativeEvent, 'anywhere')?.id === 'palette.open') {
      event.preventDefault();
      closeOverlay();
    }
  };
}

/** Enter before the results arrive opens the first of them, never one of the previous results. */
function useEnterSoon(isCurrent: boolean, first: Hit | undefined, choose: (hit: Hit) => void) {
  const isWanted = useRef(false);
  useEffect(() => {
    if (!isCurrent || !isWanted.current) return;
    isWanted.current = false;
    if (first !== undefined) choose(first);
  });
  return () => {
    isWanted.current = true;
  };
}
