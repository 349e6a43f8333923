import { type KeyboardEvent, useRef } from 'react';
import type { SearchHit } from '../../../../shared/chat/chat';
import { focusName } from '../../../lib/focus';
import { markedParts } from '../../../lib/marked-parts';
import { openHit } from '../../../parts/chat/conversation-actions';
import { ErrorCard } from '../../../ui/alert';
import type { Search } from './use-search';

/** The search results; a click or Enter opens one. */
export function SearchHits({ search: { hits, error } }: { search: Search }) {
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
              <Hit hit={hit} />
            </li>
          ))}
        </ul>
      )}
    </nav>
  );
}

function Hit({ hit }: { hit: SearchHit }) {
  const { conversationId, title, messageId, snippet } = hit;
  return (
    <a
      href={`#/chat/${conversationId}`}
      data-hit
      onClick={(event) => {
        event.preventDefault();
        void openHit(hit);
      }}
      className="block rounded-control px-2 py-1.5 hover:bg-hover"
    >
      <bdi className="block truncate font-medium">{title}</bdi>
      {messageId !== null && (
        <span dir="auto" className="line-clamp-2 text-muted text-sm [overflow-wrap:anywhere]">
          {markedParts(snippet).map(({ text, isMarked }, index) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of a line have no identity but their place.
            isMarked ? <mark key={index}>{text}</mark> : text,
          )}
        </span>
      )}
    </a>
  );
}
