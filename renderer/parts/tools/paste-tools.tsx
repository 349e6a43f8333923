/** Definitions from elsewhere: a list of tools, a request, or an OpenAPI document, of which some or all are added. */
import { useId, useState } from 'react';
import { jsonBounds } from '../../../shared/run/response-format';
import { type Tool, toolLimits } from '../../../shared/run/tools';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/fields';
import { useDefinitions } from './use-definitions';

interface PasteToolsProps {
  /** How many tools are there already. */
  present: number;
  onTools: (tools: readonly Tool[]) => void;
}

export function PasteTools({ present, onTools }: PasteToolsProps) {
  const [text, setText] = useState('');
  const id = useId();
  const found = useDefinitions(text);
  return (
    <div>
      <label htmlFor={id} className="text-muted text-sm">
        Paste definitions
      </label>
      <textarea
        id={id}
        rows={3}
        spellCheck={false}
        value={text}
        placeholder="Tools or an OpenAPI document, as JSON or YAML"
        onChange={({ target }) => setText(target.value)}
        className="field mt-1 w-full resize-y font-mono text-sm"
      />
      {text.trim() !== '' && (
        <p role="status" className="mt-1 break-words text-muted text-sm">
          {found === null ? 'Reading…' : countOf(found.tools)}
        </p>
      )}
      {found?.why !== undefined && <p className="break-words text-bad text-sm">{found.why}</p>}
      {found !== null && found.leftOut.length > 0 && (
        <p className="break-words text-warn text-sm">Left out: {leftOutWords(found.leftOut)}.</p>
      )}
      {found !== null && found.tools.length > 0 && (
        <Choose
          key={text}
          tools={found.tools}
          room={toolLimits.tools - present}
          onTools={(tools) => {
            onTools(tools);
            setText('');
          }}
        />
      )}
    </div>
  );
}

const countOf = (tools: readonly Tool[]): string =>
  tools.length === 0
    ? 'No tools found in it'
    : `${tools.length === 1 ? '1 tool' : `${tools.length.toLocaleString('en')} tools`} found`;

const named = 3;

const leftOutWords = (leftOut: readonly string[]): string =>
  leftOut.length <= named
    ? leftOut.join(', ')
    : `${leftOut.slice(0, named).join(', ')} and ${leftOut.length - named} more`;

interface ChooseProps {
  tools: readonly Tool[];
  /** How many more a chat can have. */
  room: number;
  onTools: (tools: readonly Tool[]) => void;
}

/** The list is filtered once it is longer than this. */
const readAtOnce = 8;

function Choose({ tools, room, onTools }: ChooseProps) {
  const [chosen, setChosen] = useState<ReadonlySet<Tool>>(() => new Set(isTooMuch(tools, room) ? [] : tools));
  const [words, setWords] = useState('');
  const wanted = words.trim().toLowerCase();
  const shown = tools.filter((tool) =>
    `${tool.name} ${tool.description ?? ''}`.toLowerCase().includes(wanted),
  );
  const kept = tools.filter((tool) => chosen.has(tool));
  const problem = isTooMuch(kept, room);
  const choose = (some: readonly Tool[], isOn: boolean) => {
    const rest = [...chosen].filter((tool) => !some.includes(tool));
    setChosen(new Set(isOn ? [...rest, ...some] : rest));
  };
  return (
    <div className="mt-1 flex flex-col gap-2">
      {tools.length > readAtOnce && (
        <TextField
          label="Filter definitions"
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      )}
      {tools.length > 1 && <Choices tools={shown} chosen={chosen} onChoose={choose} />}
      <p role="status" className="text-sm text-warn empty:hidden">
        {problem || (kept.length === 0 ? `Choose at most ${room} of them.` : '')}
      </p>
      <Button aria-disabled={kept.length === 0 || problem !== ''} onClick={() => onTools(kept)}>
        {tools.length === 1
          ? 'Add it'
          : kept.length === tools.length
            ? 'Add them'
            : `Add ${kept.length} chosen`}
      </Button>
    </div>
  );
}

/** Why so many can't be added; empty where they can. */
function isTooMuch(tools: readonly Tool[], room: number): string {
  if (tools.length > room)
    return `A chat has at most ${toolLimits.tools} tools: choose at most ${room} of them.`;
  const isLong = JSON.stringify(tools).length > jsonBounds.maxCharacters;
  return isLong ? 'Together they are longer than a request takes (100,000 characters): choose fewer.' : '';
}

interface ChoicesProps {
  tools: readonly Tool[];
  chosen: ReadonlySet<Tool>;
  onChoose: (some: readonly Tool[], isOn: boolean) => void;
}

/** More are found with the filter. */
const mostShown = 200;

function Choices({ tools, chosen, onChoose }: ChoicesProps) {
  const isAll = tools.length > 0 && tools.every((tool) => chosen.has(tool));
  return (
    <fieldset
      aria-label="Definitions"
      className="max-h-48 overflow-y-auto rounded-control border border-line p-1"
    >
      <label className="flex items-center gap-2 text-sm">
        <input type="checkbox" checked={isAll} onChange={() => onChoose(tools, !isAll)} />
        All {tools.length.toLocaleString('en')}
      </label>
      {tools.slice(0, mostShown).map((tool) => (
        <label key={tool.name} title={tool.description} className="flex min-w-0 items-center gap-2 text-sm">
          <input
            type="checkbox"
            checked={chosen.has(tool)}
            onChange={() => onChoose([tool], !chosen.has(tool))}
          />
          <span className="min-w-0 truncate font-mono">{tool.name}</span>
        </label>
      ))}
      {tools.length > mostShown && (
        <p className="text-muted text-sm">
          {(tools.length - mostShown).toLocaleString('en')} more: filter them.
        </p>
      )}
    </fieldset>
  );
}
