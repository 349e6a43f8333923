import { useRef, useState } from 'react';
import type { AppErrorData } from '../../../shared/errors';
import type { ToolKey } from '../../../shared/run/saved-tools';
import type { Tool } from '../../../shared/run/tools';
import { noteFocus } from '../../lib/focus';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { saveTool, undoSave } from './saved-tools';

interface Saved {
  readonly key: ToolKey;
  readonly replaced: Tool | null;
  /** What was saved, as JSON: a change of it is not saved yet. */
  readonly as: string;
}

/** Keeps a copy of a tool in the library. @param tool `null` while it is incomplete */
export function SaveTool({ tool }: { tool: Tool | null }) {
  const [saved, setSaved] = useState<Saved | null>(null);
  const [error, setError] = useState<AppErrorData | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const text = JSON.stringify(tool);
  const save = async () => {
    if (tool === null) return;
    const answer = await saveTool(tool);
    setError(answer.ok ? null : answer.error);
    setSaved(answer.ok ? { ...answer.value, as: text } : null);
  };
  const undo = async (last: Saved) => {
    const isElsewhere = noteFocus();
    const answer = await undoSave(last);
    setError(answer.ok ? null : answer.error);
    setSaved(null);
    if (!isElsewhere()) button.current?.focus();
  };
  const shown = saved?.as === text ? saved : null;
  return (
    <div className="flex flex-none flex-col gap-2">
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p role="status" className="text-muted text-sm">
          {shown !== null && (shown.replaced === null ? 'In the library' : 'Replaced in the library')}
        </p>
        {shown !== null && <Button onClick={() => void undo(shown)}>Undo</Button>}
        <Button
          ref={button}
          aria-disabled={tool === null}
          title={tool === null ? 'Complete the tool first' : 'Keep a copy for other chats'}
          onClick={() => void save()}
        >
          Add to library
        </Button>
      </div>
      {error !== null && <ErrorCard error={error} />}
    </div>
  );
}
