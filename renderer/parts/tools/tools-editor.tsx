/** The editor of the tools that a model can call. */
import { Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { firstUnit } from '../../../shared/money/money-units';
import { exampleTools, type Tool, type ToolSettings } from '../../../shared/run/tools';
import { useCoreState } from '../../state/core/core-state';
import { IconButton } from '../../ui/button';
import { FormDialog } from '../../ui/dialog';
import { lazy, Suspense } from '../../ui/later';
import { SwitchRow } from '../../ui/switch-row';
import { AddTools } from './add-tools';
import { ChoiceField, withKnown } from './choice-field';
import { LoopField } from './loop-field';
import { newTool, ToolForm, type TypedTool, typed } from './tool-form';
import { useToolList } from './use-tool-list';

const LibraryPane = lazy(() => import('./library-pane'));

interface ToolsEditorProps {
  value: ToolSettings;
  onSave: (value: ToolSettings) => void;
  onClose: () => void;
}

export default function ToolsEditor({ value, onSave, onClose }: ToolsEditorProps) {
  const list = useToolList(value.tools);
  const { read, names, current, add } = list;
  const [choice, setChoice] = useState(value.choice);
  const [parallel, setParallel] = useState(value.parallel);
  const [loop, setLoop] = useState(value.loop);
  const libraryButton = useRef<HTMLButtonElement>(null);
  const unit = useCoreState(({ app }) => app?.ledger.unit) ?? firstUnit;
  const isTwice = new Set(names).size < names.length;
  const examples = value === exampleTools ? read.map(isExample) : [];
  const canSave = !isTwice && read.every((tool) => tool !== null);
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
      <div className="-m-1 flex min-h-0 flex-1 gap-4 p-1 max-[700px]:flex-col max-[700px]:overflow-y-auto">
        <div className="-m-1 flex w-62 flex-none flex-col gap-3 overflow-y-auto p-1 max-[700px]:m-0 max-[700px]:w-full max-[700px]:overflow-visible max-[700px]:p-0">
          <ToolList
            tools={list.tools}
            read={read}
            examples={examples}
            shown={list.shown}
            onShow={list.show}
            onRemove={list.remove}
          />
          {examples.includes(true) && (
            <p className="text-muted text-sm">
              The example is sent once you save it. Remove it if you don’t need it.
            </p>
          )}
          <AddTools
            present={list.tools.length}
            isLibraryOpen={list.isLibrary}
            libraryButton={libraryButton}
            onNew={() => add([newTool()])}
            onLibrary={list.toggleLibrary}
            onTools={(found) => add(found.map(typed))}
          />
          <ChoiceField names={names} value={choice} onChange={setChoice} />
          <SwitchRow
            label="Parallel tool calls"
            help="A reply may call several tools at once."
            on={parallel ?? true}
            onChange={setParallel}
          />
          <LoopField value={loop} unit={unit} onChange={setLoop} />
        </div>
        {list.isLibrary ? (
          <Suspense>
            <LibraryPane
              taken={names}
              onTool={(tool) => {
                add([typed(tool)]);
                libraryButton.current?.focus();
              }}
            />
          </Suspense>
        ) : current === undefined ? (
          <p className="flex-1 self-center text-center text-muted">
            No tools. Add one, or paste definitions.
          </p>
        ) : (
          <ToolForm
            key={current.key}
            tool={current}
            read={read[list.shown] ?? null}
            isTwice={names.filter((name) => name === current.name).length > 1}
            onChange={(change) => list.change(current.key, change)}
          />
        )}
      </div>
    </FormDialog>
  );
}

/** Of a setting that was not set: nobody has chosen this tool. */
const isExample = (tool: Tool | null): boolean =>
  JSON.stringify(tool) === JSON.stringify(exampleTools.tools[0]);

interface ToolListProps {
  tools: readonly TypedTool[];
  read: readonly (Tool | null)[];
  /** Which of them are the untouched example. */
  examples: readonly boolean[];
  shown: number;
  onShow: (at: number) => void;
  onRemove: (at: number) => void;
}

function ToolList({ tools, read, examples, shown, onShow, onRemove }: ToolListProps) {
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
            {examples[at] && <span className="font-sans text-muted"> example</span>}
            {read[at] === null && <span className="ml-1 font-sans text-warn">incomplete</span>}
          </button>
          <IconButton icon={Trash2} label={`Remove ${name || 'unnamed'}`} onClick={() => onRemove(at)} />
        </li>
      ))}
    </ul>
  );
}
