import { type KeyboardEvent, useRef } from 'react';
import type { SearchHit } from '../../../../shared/chat/chat';
import type { AppErrorData } from '../../../../shared/errors';
import { focusName } from '../../../lib/focus';
import { markedParts } from '../../../lib/marked-parts';
import { searchDelayMs } from '../../../lib/search-delay';
import { call } from '../../../link/call';
import { openHit } from '../../../parts/chat/open-hit';
import { partNames } from '../../../parts/chat/part-names';
import { announce } from '../../../state/announce';
import { useAnswer } from '../../../state/use-answer';
import { ErrorCard } from '../../../ui/alert';

/** The search results; a click or Enter opens one. */
export function SearchHits({ search: { hits, error }, query }: { search: Search; query: string }) {
  const list = useRef<HTMLElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (event.key === 'Escape') focusName('search-chats');
    if (step === 0 && event.key !== 'Escape') return;
    event.preventDefault();
    const all = [...(list.current?.querySelectorAll<HTMLElement>('[data-hit]') ?? [])];
    const next = all.indexOf(document.activeElement as HTMLElement) + step;
    if (next < 0) focusName('search-chats');
    else all[next]?.focus();
  };
  return (
    <nav
      ref={list}
      aria-label="Search results"
      onKeyDown={onKeyDown}
      className="min-h-0 flex-1 overflow-y-auto px-2 pb-3"
    >
      {error !== null && <ErrorCard error={error} />}
      {hits?.length === 0 && <p className="px-2 py-1 text-muted">Nothing found.</p>}
      {hits !== null && hits.length > 0 && (
        <ul>
          {hits.map((hit) => (
            <li key={`${hit.conversationId} ${hit.messageId}`}>
              <Hit hit={hit} query={query} />
            </li>
          ))}
        </ul>
      )}
    </nav>
  );
}

function Hit({ hit, query }: { hit: SearchHit; query: string }) {
  const { conversationId, title, messageId, snippet, part } = hit;
  const name = part && partNames[part.type];
  return (
    <a
      href={`#/chat/${conversationId}`}
      data-hit
      onClick={(event) => {
        event.preventDefault();
        void openHit(hit, query);
      }}
      className="block rounded-control px-2 py-1.5 hover:bg-hover"
    >
      <bdi className="block truncate font-medium">{title}</bdi>
      {messageId !== null && (
        <span dir="auto" className="line-clamp-2 text-muted text-sm [overflow-wrap:anywhere]">
          {name !== undefined && <span className="font-medium">{name}: </span>}
          {markedParts(snippet).map(({ text, isMarked }, index) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of a line have no identity but their place.
            isMarked ? <mark key={index}>{text}</mark> : text,
          )}
        </span>
      )}
    </a>
  );
}

const hitsAtMost = 60;

interface Search {
  /** `null` until the first answer. */
  readonly hits: readonly SearchHit[] | null;
  readonly error: AppErrorData | null;
}

/** What the core finds for the words typed; the answer to the newest ones wins. */
export function useSearch(query: string): Search {
  const words = query.trim();
  const ask = () => call('conversations.search', { query: words, limit: hitsAtMost });
  const { value, error } = useAnswer(words === '' ? null : ask, [words], {
    delayMs: searchDelayMs,
    onAnswer: (hits) => announce(countText(hits.length)),
  });
  return { hits: value, error };
}

function countText(count: number): string {
  if (count === 0) return 'Nothing found';
  if (count >= hitsAtMost) return `${count} or more results`;
  return count === 1 ? '1 result' : `${count} results`;
}
