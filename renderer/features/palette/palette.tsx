import { Command } from 'cmdk';
import { type KeyboardEvent, memo, type ReactNode, useEffect, useRef, useState } from 'react';
import { KeyHint } from '../../commands/key-hint';
import { commandAt } from '../../commands/shortcuts';
import { markedParts } from '../../lib/marked-parts';
import { Thumbnail } from '../../media/thumbnail';
import { announce } from '../../state/announce';
import { closeOverlay } from '../../state/ui/overlay';
import { ErrorCard } from '../../ui/alert';
import type { Hit } from './hit';
import { noteUsed } from './recent';
import { type Results, useSearch } from './search';

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

interface PaletteListProps {
  results: Results;
  onChoose: (hit: Hit) => void;
}

/** The results, by kind. Renders when an answer arrives, not while typing. */
const PaletteList = memo(
  function PaletteList({ results: { query, groups, isPartial }, onChoose }: PaletteListProps) {
    return (
      <>
        <Command.List
          label="Found"
          data-found={query}
          className="min-h-0 flex-1 scroll-py-8 overflow-y-auto p-1"
        >
          {groups.map(({ title, hits, error }) => (
            <Command.Group
              key={title}
              heading={title}
              className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-muted [&_[cmdk-group-heading]]:text-xs"
            >
              {error !== undefined && <ErrorCard error={error} />}
              {hits.map((hit) => (
                <HitRow key={hit.key} hit={hit} onChoose={onChoose} />
              ))}
            </Command.Group>
          ))}
        </Command.List>
        {groups.length === 0 && <Nothing query={query} isPartial={isPartial} />}
        <Scopes />
      </>
    );
  },
  (before, after) => before.results === after.results,
);

function HitRow({ hit, onChoose }: { hit: Hit; onChoose: (hit: Hit) => void }) {
  const { key, icon: Icon, item, label, detail, snippet, command } = hit;
  return (
    <Command.Item
      value={key}
      onSelect={() => onChoose(hit)}
      className="flex min-h-8 items-center gap-3 rounded-control px-3 py-1 data-[selected=true]:bg-hover"
    >
      {item === undefined ? (
        <Icon className="icon text-muted" aria-hidden />
      ) : (
        <Thumbnail item={item} kind={item.kind} className="-mx-1 size-6 flex-none rounded-[5px]" />
      )}
      <span className="min-w-0 flex-1">
        <bdi className="block truncate">{label}</bdi>
        {snippet !== undefined && (
          <span dir="auto" className="block truncate text-muted text-sm">
            {markedParts(snippet).map(({ text, isMarked }, index) =>
              // biome-ignore lint/suspicious/noArrayIndexKey: parts of a line are identified only by their position.
              isMarked ? <mark key={index}>{text}</mark> : text,
            )}
          </span>
        )}
      </span>
      {detail !== undefined && (
        <span className="max-w-[45%] flex-none truncate text-muted text-sm">{detail}</span>
      )}
      {command !== undefined && <KeyHint command={command} />}
    </Command.Item>
  );
}

function Nothing({ query, isPartial }: { query: string; isPartial: boolean }) {
  if (isPartial && query === '') return null;
  const words = query.trim();
  const text = words === '' ? 'Nothing yet' : `No results for “${words}”`;
  return <p className="px-4 py-3 text-muted">{isPartial ? 'Searching…' : text}</p>;
}

const scopes = [
  ['>', 'commands'],
  [',', 'settings'],
  ['@', 'models'],
  ['/', 'prompts'],
  ['"', 'chats and messages'],
  ['#', 'media'],
] as const;

/** The prefixes that search one source only. */
function Scopes() {
  return (
    <p className="flex flex-none flex-wrap items-center gap-x-3 gap-y-1 border-line border-t bg-panel px-4 py-2 text-muted text-sm">
      <span>Start with</span>
      {scopes.map(([prefix, what]) => (
        <span key={prefix}>
          <kbd className="rounded-[5px] border border-line bg-background px-1.5 font-mono text-text text-xs">
            {prefix}
          </kbd>{' '}
          {what}
        </span>
      ))}
    </p>
  );
}
