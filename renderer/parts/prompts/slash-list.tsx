import { useEffect, useRef, useState } from 'react';
import type { PromptSummary } from '../../../shared/run/prompts';
import { call } from '../../link/call';
import { announce } from '../../state/announce';
import { useAnswer } from '../../state/use-answer';
import { classes } from '../../ui/classes';
import { scrollStop } from '../../ui/scroll-stop';
import { insertText } from './insert-text';
import { insertPrompt, insertTemplate } from './prompt-actions';
import { promptsText } from './prompt-text';
import type { Slash } from './slash';

interface SlashListProps {
  area: HTMLTextAreaElement;
  slash: Slash;
  isVerbatim: boolean;
  onClose: () => void;
}

const listId = 'slash-prompts';
const optionId = (id: string) => `${listId}-${id}`;
const settleMs = 60;
const shownAtMost = 8;

/** The prompts that match the text after the slash. The field keeps the focus, and names the selected option. */
export default function SlashList({ area, slash, isVerbatim, onClose }: SlashListProps) {
  const { prompts, isSettled } = useFound(slash.query);
  const { chosen, move } = useChosen(prompts, slash.query);
  const take = (prompt: PromptSummary) => {
    onClose();
    const insert = (text: string) => insertText(area, slash.start, slash.end, text);
    void (isVerbatim ? insertTemplate : insertPrompt)(prompt.id, insert);
  };
  const onKey = useListKeys({ chosen, isSettled, move, take, onClose });
  useCombobox(area, prompts.length > 0 ? (chosen?.id ?? null) : null, onKey);
  if (prompts.length === 0 && !(isSettled && slash.query === '')) return null;
  return (
    <div className="floating absolute right-0 bottom-full left-0 mb-2 p-1">
      {prompts.length === 0 ? (
        <p className="px-3 py-1 text-muted">
          No prompts yet. Type one and choose “Save as a prompt” beside the field.
        </p>
      ) : (
        <div
          ref={scrollStop}
          id={listId}
          role="listbox"
          aria-label="Prompts"
          className="max-h-[min(288px,40vh)] overflow-y-auto"
        >
          {prompts.map((prompt) => (
            <Option
              key={prompt.id}
              prompt={prompt}
              isChosen={prompt === chosen}
              onTake={() => take(prompt)}
            />
          ))}
        </div>
      )}
    </div>
  );
}

/** The chosen prompt; the first one after each change of the query. */
function useChosen(prompts: readonly PromptSummary[], query: string) {
  const [at, setAt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words, another list.
  useEffect(() => setAt(0), [query]);
  const move = (by: 1 | -1) => {
    const { length } = prompts;
    setAt((before) => (Math.min(before, length - 1) + by + length) % length);
  };
  return { chosen: prompts[Math.min(at, prompts.length - 1)], move };
}

interface ListActions {
  readonly chosen: PromptSummary | undefined;
  readonly isSettled: boolean;
  readonly move: (by: 1 | -1) => void;
  readonly take: (prompt: PromptSummary) => void;
  readonly onClose: () => void;
}

/** What a key does while the list is open. Enter waits for a running search, so that half a name is not sent. */
function useListKeys({ chosen, isSettled, move, take, onClose }: ListActions) {
  /** Enter, or Tab at a prompt on show, was pressed before those for the last letters were loaded. */
  const waits = useRef(false);
  const isTaken = (key: string): boolean => {
    if (isSettled && chosen !== undefined) take(chosen);
    else if (key === 'Tab' && chosen === undefined) return false;
    else waits.current = !isSettled;
    return !isSettled || chosen !== undefined;
  };
  /** Whether the list handles the key. */
  const isForList = (key: string): boolean => {
    if (key === 'Escape') onClose();
    else if (key === 'Enter' || key === 'Tab') return isTaken(key);
    else if (chosen === undefined || (key !== 'ArrowDown' && key !== 'ArrowUp')) return false;
    else move(key === 'ArrowDown' ? 1 : -1);
    return true;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the search has ended.
  useEffect(() => {
    if (isSettled && waits.current && chosen !== undefined) take(chosen);
    waits.current = false;
  }, [isSettled]);
  return (event: KeyboardEvent) => {
    if (!isForList(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  };
}

interface OptionProps {
  prompt: PromptSummary;
  isChosen: boolean;
  onTake: () => void;
}

function Option({ prompt, isChosen, onTake }: OptionProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChosen) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys.
    <div
      ref={element}
      id={optionId(prompt.id)}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      // The field keeps the focus.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onTake}
      className={classes('flex items-baseline gap-3 rounded-control px-3 py-1', isChosen && 'bg-hover')}
    >
      <span className="min-w-0 max-w-72 truncate font-medium">{prompt.name}</span>
      <span className="min-w-0 flex-1 truncate text-muted text-sm">{prompt.excerpt}</span>
      <span className="min-w-0 max-w-48 truncate text-muted text-sm">{prompt.tags.join(', ')}</span>
    </div>
  );
}

interface Found {
  readonly prompts: readonly PromptSummary[];
  /** Whether they match the current words. */
  readonly isSettled: boolean;
}

const noPrompts: readonly PromptSummary[] = [];

function useFound(query: string): Found {
  const ask = () => call('prompts.page', { query, tag: null, cursor: null, limit: shownAtMost });
  const { value, error, isCurrent } = useAnswer(ask, [query], {
    delayMs: settleMs,
    onAnswer: ({ prompts }) => prompts.length > 0 && announce(promptsText(prompts.length)),
  });
  const prompts = error === null && value !== null ? value.prompts : noPrompts;
  return { prompts, isSettled: isCurrent };
}

/**
 * Makes the field name the selected option, and handles its keys before its owner does. Set past React: the attributes
 * belong to the list, not to the field's owner.
 */
function useCombobox(
  area: HTMLTextAreaElement,
  chosenId: string | null,
  onKey: (event: KeyboardEvent) => void,
) {
  const newest = useRef(onKey);
  useEffect(() => {
    newest.current = onKey;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => newest.current(event);
    area.addEventListener('keydown', onKey);
    return () => area.removeEventListener('keydown', onKey);
  }, [area]);
  useEffect(() => {
    if (chosenId === null) return;
    area.setAttribute('aria-autocomplete', 'list');
    area.setAttribute('aria-controls', listId);
    area.setAttribute('aria-activedescendant', optionId(chosenId));
    return () => {
      for (const name of ['aria-autocomplete', 'aria-controls', 'aria-activedescendant']) {
        area.removeAttribute(name);
      }
    };
  }, [area, chosenId]);
}
