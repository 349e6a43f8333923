import { Command } from 'cmdk';
import { memo } from 'react';
import { KeyHint } from '../../commands/key-hint';
import { markedParts } from '../../lib/marked-parts';
import { Thumbnail } from '../../media/thumbnail';
import { ErrorCard } from '../../ui/alert';
import type { Hit } from './hit';
import type { Results } from './search';

interface PaletteListProps {
  results: Results;
  onChoose: (hit: Hit) => void;
}

/** The results, by kind. Renders when an answer arrives, not while typing. */
export const PaletteList = memo(
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
