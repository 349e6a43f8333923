/** The editor of the tools that a model can call. */
import { Plus, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { firstUnit } from '../../../shared/money/money-units';
import { readTools } from '../../../shared/run/read-tools';
import type { Tool, ToolSettings } from '../../../shared/run/tools';
import { useCoreState } from '../../state/core/core-state';
import { Button, IconButton } from '../../ui/button';
import { FormDialog } from '../../ui/dialog';
import { SwitchRow } from '../../ui/switch-row';
import { ChoiceField, withKnown } from './choice-field';
import { LoopField } from './loop-field';
import { newTool, readTyped, ToolForm, type TypedTool, typed } from './tool-form';

interface ToolsEditorProps {
  value: ToolSettings;
  onSave: (value: ToolSettings) => void;
  onClose: () => void;
}

export default function ToolsEditor({ value, onSave, onClose }: ToolsEditorProps) {
  const [tools, setTools] = useState(() => value.tools.map(typed));
  const [shown, setShown] = useState(0);
  const [choice, setChoice] = useState(value.choice);
  const [parallel, setParallel] = useState(value.parallel);
  const [loop, setLoop] = useState(value.loop);
  const unit = useCoreState(({ app }) => app?.ledger.unit) ?? firstUnit;
  const read = tools.map(readTyped);
  const names = tools.map(({ name }) => name);
  const isTwice = new Set(names).size < names.length;
  const canSave = !isTwice && read.every((tool) => tool !== null);
  const current = tools[shown];
  const add = (more: readonly TypedTool[]) => {
    setTools([...tools, ...more]);
    setShown(tools.length);
  };
  const save = () => {
    const kept = read.flatMap((tool) => tool ?? []);
    const chosen = withKnown(choice, names);
    const rest = {
      ...(chosen !== undefined && { choice: chosen }),
      ...(parallel !== undefined && { parallel }),
      ...(loop !== undefined && { loop }),
    };
    onSave({ tools: kept, ...rest });
  };
  return (
    <FormDialog title="Tools" size="wide" canSave={canSave} onSave={save} onClose={onClose}>
      <div className="flex min-h-0 flex-1 gap-4 max-[700px]:flex-col max-[700px]:overflow-y-auto">
        <div className="flex w-60 flex-none flex-col gap-3 overflow-y-auto max-[700px]:w-full max-[700px]:overflow-visible">
          <ToolList
            tools={tools}
            read={read}
            shown={shown}
            onShow={setShown}
            onRemove={(at) => {
              setTools(tools.filter((_, index) => index !== at));
              setShown(Math.max(0, Math.min(shown, tools.length - 2)));
            }}
          />
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => add([newTool()])}>
              <Plus className="icon" aria-hidden />
              Add tool
            </Button>
          </div>
          <SavedTools onTool={(tool) => add([typed(tool)])} />
          <PasteTools onTools={(found) => add(found.map(typed))} />
          <ChoiceField names={names} value={choice} onChange={setChoice} />
          <SwitchRow
            label="Parallel tool calls"
            help="A reply may call several tools at once."
            on={parallel ?? true}
            onChange={setParallel}
          />
          <LoopField value={loop} unit={unit} onChange={setLoop} />
        </div>
        {current === undefined ? (
          <p className="flex-1 self-center text-center text-muted">
            No tools. Add one, or paste definitions.
          </p>
        ) : (
          <ToolForm
            key={current.key}
            tool={current}
            isTwice={names.filter((name) => name === current.name).length > 1}
            onChange={(change) =>
              setTools(tools.map((one) => (one.key === current.key ? { ...one, ...change } : one)))
            }
          />
        )}
      </div>
    </FormDialog>
  );
}

interface ToolListProps {
  tools: readonly TypedTool[];
  read: readonly (Tool | null)[];
  shown: number;
  onShow: (at: number) => void;
  onRemove: (at: number) => void;
}

function ToolList({ tools, read, shown, onShow, onRemove }: ToolListProps) {
  return (
    <ul aria-label="Tools" className="flex flex-col gap-0.5">
      {tools.map(({ key, name }, at) => (
        <li key={key} className="flex items-center gap-1">
          <button
            type="button"
            aria-current={at === shown ? 'true' : undefined}
            onClick={() => onShow(at)}
            className="min-w-0 flex-1 truncate rounded-control px-2 py-1 text-left font-mono text-sm hover:bg-hover aria-[current]:bg-hover aria-[current]:font-semibold"
          >
            {name || 'unnamed'}
            {read[at] === null && <span className="ml-1 font-sans text-warn">incomplete</span>}
          </button>
          <IconButton icon={Trash2} label={`Remove ${name || 'unnamed'}`} onClick={() => onRemove(at)} />
        </li>
      ))}
    </ul>
  );
}

/** Copies of the tools in presets, with what answers them. */
function SavedTools({ onTool }: { onTool: (tool: Tool) => void }) {
  const presets = useCoreState(({ app }) => app?.presets) ?? [];
  const saved = presets.flatMap(({ name, content }) =>
    content.modality === 'chat' ? (content.settings.tools?.tools ?? []).map((tool) => ({ name, tool })) : [],
  );
  if (saved.length === 0) return null;
  return (
    <select
      aria-label="Add from preset"
      className="field"
      value=""
      onChange={({ target }) => {
        const chosen = saved[Number(target.value)];
        if (chosen !== undefined) onTool(chosen.tool);
      }}
    >
      <option value="" disabled>
        Add from preset…
      </option>
      {saved.map(({ name, tool }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two presets may have the same tool.
        <option key={at} value={at}>
          {tool.name} · {name}
        </option>
      ))}
    </select>
  );
}

/** Definitions from elsewhere: a list of tools, a request, or an OpenAPI document. */
function PasteTools({ onTools }: { onTools: (tools: readonly Tool[]) => void }) {
  const [text, setText] = useState('');
  const id = useId();
  const found = text.trim() === '' ? null : readTools(text);
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
        placeholder="Tools or an OpenAPI document, as JSON"
        onChange={({ target }) => setText(target.value)}
        className="field mt-1 w-full resize-y font-mono text-sm"
      />
      {found !== null && (
        <div className="mt-1 flex items-center gap-2">
          <p role="status" className="flex-1 text-muted text-sm">
            {found.length === 0
              ? 'No tools found in it'
              : `${found.length === 1 ? '1 tool' : `${found.length} tools`} found`}
          </p>
          {found.length > 0 && (
            <Button
              onClick={() => {
                onTools(found);
                setText('');
              }}
            >
              Add {found.length === 1 ? 'it' : 'them'}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
