import { Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { AppErrorData, Envelope } from '../../../shared/errors';
import type { SavedTool, ToolKey } from '../../../shared/run/saved-tools';
import type { Tool } from '../../../shared/run/tools';
import { noteFocus } from '../../lib/focus';
import { ErrorCard } from '../../ui/alert';
import { Button, IconButton } from '../../ui/button';
import { TextField } from '../../ui/fields';
import { keyOf, readTool, removeTool, restoreTool, useSavedTools } from './saved-tools';

interface LibraryPaneProps {
  /** The names of the tools that are there already. */
  taken: readonly string[];
  onTool: (tool: Tool) => void;
}

/** The list is filtered once it is longer than this. */
const readAtOnce = 8;

/** The saved tools: choosing one adds a copy of it. */
export default function LibraryPane({ taken, onTool }: LibraryPaneProps) {
  const { value: tools, error } = useSavedTools();
  const [refused, setRefused] = useState<AppErrorData | null>(null);
  const [removed, setRemoved] = useState<ToolKey | null>(null);
  const [words, setWords] = useState('');
  const whole = useRef<HTMLElement>(null);
  const isRead = tools !== null;
  const [isElsewhere] = useState(noteFocus);
  useEffect(() => {
    if (isRead && !isElsewhere()) whole.current?.querySelector<HTMLElement>('input, button')?.focus();
  }, [isRead, isElsewhere]);
  const act = async <Value,>(asked: Promise<Envelope<Value>>, then: (value: Value) => void) => {
    const answer = await asked;
    setRefused(answer.ok ? null : answer.error);
    if (answer.ok) then(answer.value);
  };
  const shown = (tools ?? []).filter((tool) => isFound(tool, words));
  const problem = refused ?? error;
  return (
    <section
      ref={whole}
      aria-label="Tool library"
      className="flex min-h-0 min-w-0 flex-1 flex-col gap-3 overflow-y-auto px-1 max-[700px]:flex-none max-[700px]:overflow-visible"
    >
      <h3 className="font-semibold">Tool library</h3>
      {tools !== null && tools.length > readAtOnce && (
        <TextField label="Filter tools" value={words} onChange={({ target }) => setWords(target.value)} />
      )}
      {removed !== null && (
        <div className="flex items-center gap-2">
          <p className="min-w-0 flex-1 truncate text-muted">{removed.name} deleted</p>
          <Button autoFocus onClick={() => void act(restoreTool(removed), () => setRemoved(null))}>
            Undo
          </Button>
        </div>
      )}
      {problem !== null && <ErrorCard error={problem} />}
      {tools?.length === 0 && (
        <p className="text-muted">No saved tools. “Add to library” keeps a tool for other chats.</p>
      )}
      {isRead && tools.length > 0 && shown.length === 0 && <p className="text-muted">No matching tools</p>}
      <ul className="flex flex-col gap-1">
        {shown.map((tool) => (
          <SavedToolItem
            key={`${tool.server} ${tool.name} ${tool.schemaHash}`}
            tool={tool}
            isTaken={taken.includes(tool.name)}
            onAdd={() => void act(readTool(tool), onTool)}
            onRemove={() => void act(removeTool(tool), () => setRemoved(keyOf(tool)))}
          />
        ))}
      </ul>
    </section>
  );
}

const isFound = ({ name, description }: SavedTool, words: string): boolean =>
  `${name} ${description}`.toLowerCase().includes(words.trim().toLowerCase());

interface SavedToolItemProps {
  tool: SavedTool;
  isTaken: boolean;
  onAdd: () => void;
  onRemove: () => void;
}

function SavedToolItem({ tool, isTaken, onAdd, onRemove }: SavedToolItemProps) {
  const { name, server, description, argumentNames, hasAnswers } = tool;
  const facts = [
    ...(server === '' ? [] : [server]),
    ...(argumentNames === '' ? ['no arguments'] : [argumentNames]),
    ...(hasAnswers ? ['with results'] : []),
    ...(isTaken ? ['a tool here has this name'] : []),
  ];
  return (
    <li className="flex items-start gap-1 rounded-control focus-within:bg-hover hover:bg-hover">
      <button type="button" onClick={onAdd} className="min-w-0 flex-1 rounded-control px-2 py-1.5 text-left">
        <span className="block break-words font-mono text-sm">{name}</span>
        {description !== '' && <span className="line-clamp-2 break-words text-sm">{description}</span>}
        <span className="block break-words text-muted text-sm">{facts.join(' · ')}</span>
      </button>
      <IconButton icon={Trash2} label={`Delete ${name} from the library`} onClick={onRemove} />
    </li>
  );
}
