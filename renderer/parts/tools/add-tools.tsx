/** Where more tools come from: typed, the library, presets, or definitions from elsewhere. */
import { Plus } from 'lucide-react';
import type { RefObject } from 'react';
import type { Tool } from '../../../shared/run/tools';
import { useCoreState } from '../../state/core/core-state';
import { Button } from '../../ui/button';
import { PasteTools } from './paste-tools';

interface AddToolsProps {
  /** How many tools are there already. */
  present: number;
  isLibraryOpen: boolean;
  /** Has the focus again after a tool was chosen there. */
  libraryButton: RefObject<HTMLButtonElement | null>;
  onNew: () => void;
  onLibrary: () => void;
  onTools: (tools: readonly Tool[]) => void;
}

export function AddTools({
  present,
  isLibraryOpen,
  libraryButton,
  onNew,
  onLibrary,
  onTools,
}: AddToolsProps) {
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
      <PasteTools present={present} onTools={onTools} />
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
