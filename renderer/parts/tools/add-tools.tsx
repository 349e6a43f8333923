/** Where more tools come from: typed, the library, presets, or definitions from elsewhere. */
import { Plus } from 'lucide-react';
import { type RefObject, useId, useState } from 'react';
import { readTools } from '../../../shared/run/read-tools';
import type { Tool } from '../../../shared/run/tools';
import { useCoreState } from '../../state/core/core-state';
import { Button } from '../../ui/button';

interface AddToolsProps {
  isLibraryOpen: boolean;
  /** Has the focus again after a tool was chosen there. */
  libraryButton: RefObject<HTMLButtonElement | null>;
  onNew: () => void;
  onLibrary: () => void;
  onTools: (tools: readonly Tool[]) => void;
}

export function AddTools({ isLibraryOpen, libraryButton, onNew, onLibrary, onTools }: AddToolsProps) {
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onNew}>
          <Plus className="icon" aria-hidden />
          Add tool
        </Button>
        <Button ref={libraryButton} aria-expanded={isLibraryOpen} onClick={onLibrary}>
          From library…
        </Button>
      </div>
      <PresetTools onTool={(tool) => onTools([tool])} />
      <PasteTools onTools={onTools} />
    </>
  );
}

/** Copies of the tools in presets, with what answers them. */
function PresetTools({ onTool }: { onTool: (tool: Tool) => void }) {
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
