import { Plus, Search } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { focusSoon } from '../../lib/focus';
import { promptsText } from '../../parts/prompts/prompt-text';
import { usePrompt, usePromptList, useTags } from '../../parts/prompts/use-prompts';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { scrollStop } from '../../ui/scroll-stop';
import { emptyPrompt } from './edits';
import { FileNotes } from './file-notes';
import { nothingOpened, type OpenedPrompts } from './open-prompts';
import { PromptDetail } from './prompt-detail';
import { OpenPrompts } from './prompt-file';
import { PromptList } from './prompt-list';

/** The prompt library: search on the left, edit and use on the right. */
export default function PromptsPage() {
  const [query, setQuery] = useState('');
  const [tag, setTag] = useState<string | null>(null);
  const { list, error, more } = usePromptList(query.trim(), tag);
  const { chosenId, newId, show, begin } = useChosen();
  const [file, setFile] = useState<OpenedPrompts>(nothingOpened);
  const opened = (found: OpenedPrompts, id: string | null) => {
    setFile(found);
    if (found.known.length > 0) focusSoon('known-prompt');
    if (id !== null) show(id);
  };
  const prompts = list?.prompts ?? [];
  const isUnfiltered = query.trim() === '' && tag === null;
  const isEmpty = list?.total === 0 && isUnfiltered && newId === null;
  return (
    <main className="flex min-w-0 flex-1 flex-col">
      <div className="flex min-h-12 flex-none flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-5 py-1">
        <h2 className="min-w-0 truncate font-semibold text-lg">Prompt library</h2>
        {list !== null && <span className="flex-none text-muted">{promptsText(list.total)}</span>}
        <div className="flex-1" />
        <OpenPrompts onOpened={opened} />
        {!isEmpty && <NewPrompt onClick={begin} />}
      </div>
      <FileNotes opened={file} onChange={setFile} onShow={show} onClose={() => setFile(nothingOpened)} />
      <div className="flex min-h-0 flex-1 max-[600px]:flex-col max-[600px]:overflow-y-auto">
        <div className="flex w-[min(340px,50%)] flex-none flex-col border-line border-r bg-panel max-[600px]:h-44 max-[600px]:w-full max-[600px]:border-r-0 max-[600px]:border-b">
          <Filters query={query} onQuery={setQuery} tag={tag} onTag={setTag} />
          {error !== null && <ErrorCard error={error} />}
          {list !== null && prompts.length === 0 ? (
            <p className="px-4 py-1 text-muted">{isUnfiltered ? 'No prompts yet' : 'No matching prompts'}</p>
          ) : (
            <PromptList
              prompts={prompts}
              chosenId={chosenId}
              onChoose={show}
              onOpen={() => focusSoon('prompt-name')}
              onNearEnd={more}
            />
          )}
        </div>
        <div className="flex min-h-0 min-w-0 flex-1 max-[600px]:min-h-96 max-[600px]:flex-none">
          <Detail chosenId={chosenId} newId={newId} onShow={show}>
            {isEmpty && <NewPrompt onClick={begin} />}
          </Detail>
        </div>
      </div>
    </main>
  );
}

function useChosen() {
  const [chosenId, setChosenId] = useState<string | null>(null);
  /** The id of a prompt that was never saved. */
  const [newId, setNewId] = useState<string | null>(null);
  const show = (id: string | null) => {
    setNewId(null);
    setChosenId(id);
  };
  const begin = () => {
    setChosenId(null);
    setNewId(crypto.randomUUID());
  };
  return { chosenId, newId, show, begin };
}

interface DetailProps {
  chosenId: string | null;
  newId: string | null;
  onShow: (id: string | null) => void;
  /** Shown where no prompt is chosen. */
  children: ReactNode;
}

function Detail({ chosenId, newId, onShow, children }: DetailProps) {
  const { prompt, error } = usePrompt(chosenId);
  if (newId !== null) {
    return <PromptDetail key={newId} id={newId} saved={null} initial={emptyPrompt} onShow={onShow} />;
  }
  // A prompt that was deleted elsewhere leaves the list too.
  if (error !== null && error.code !== 'not_found') {
    return (
      <div className="flex-1 p-5">
        <ErrorCard error={error} />
      </div>
    );
  }
  if (prompt === null) return <Empty>{children}</Empty>;
  return <PromptDetail key={prompt.id} id={prompt.id} saved={prompt} initial={emptyPrompt} onShow={onShow} />;
}

function NewPrompt({ onClick }: { onClick: () => void }) {
  return (
    <Button onClick={onClick}>
      <Plus className="icon" aria-hidden />
      New prompt
    </Button>
  );
}

interface FiltersProps {
  query: string;
  onQuery: (query: string) => void;
  tag: string | null;
  onTag: (tag: string | null) => void;
}

function Filters({ query, onQuery, tag, onTag }: FiltersProps) {
  const tags = useTags();
  return (
    <div className="flex flex-none flex-wrap gap-2 p-3">
      <div className="relative min-w-24 flex-1">
        <Search
          className="icon -translate-y-1/2 pointer-events-none absolute top-1/2 left-2.5 text-muted"
          aria-hidden
        />
        <input
          type="search"
          aria-label="Search prompts"
          placeholder="Search"
          value={query}
          onChange={({ target }) => onQuery(target.value)}
          className="field pl-8"
        />
      </div>
      {tags.length > 0 && (
        <select
          aria-label="Tag"
          value={tag ?? ''}
          onChange={({ target }) => onTag(target.value === '' ? null : target.value)}
          className="field w-[calc(7rem*var(--text-scale))] flex-none"
        >
          <option value="">All tags</option>
          {tags.map((one) => (
            <option key={one.tag} value={one.tag}>
              {one.tag} ({one.prompts})
            </option>
          ))}
        </select>
      )}
    </div>
  );
}

function Empty({ children }: { children: ReactNode }) {
  return (
    <div
      ref={scrollStop}
      className="flex min-w-0 flex-1 flex-col items-center justify-center-safe gap-2 overflow-y-auto p-6 text-center"
    >
      <h3 className="font-semibold text-xl">Saved prompts</h3>
      <p className="max-w-md text-muted">
        Choose a prompt from the list, or create one. While writing, type{' '}
        <kbd className="font-mono text-text">/</kbd> to insert one;{' '}
        <code className="font-mono text-text">{'{{topic}}'}</code> in a prompt asks for its value when you
        insert it.
      </p>
      {children}
    </div>
  );
}
