/** Saved prompts in and out as `.prompt` files, so that a folder of them may be kept in Git. */
import { Download } from 'lucide-react';
import type { AppErrorData } from '../../../shared/errors';
import { saveText } from '../../lib/download';
import { call } from '../../link/call';
import { announce } from '../../state/announce';
import { Button } from '../../ui/button';
import { OpenFiles } from '../../ui/open-files';

/** What came of the files that were opened. */
export interface OpenedPrompts {
  readonly error: AppErrorData | null;
  /** What of the files was not read. */
  readonly notes: readonly string[];
}

interface OpenPromptsProps {
  /** @param id of the last prompt that was added */
  onOpened: (opened: OpenedPrompts, id: string | null) => void;
}

export function OpenPrompts({ onOpened }: OpenPromptsProps) {
  return (
    <OpenFiles
      label="Prompt files"
      accept=".prompt,.txt,.md"
      onFiles={(files) => void openAll(files).then(({ id, ...opened }) => onOpened(opened, id))}
    />
  );
}

/** Each file is a new prompt; the first that can't be read ends it. */
async function openAll(files: readonly File[]): Promise<OpenedPrompts & { readonly id: string | null }> {
  const notes: string[] = [];
  let last: string | null = null;
  for (const file of files) {
    const id = crypto.randomUUID();
    const answer = await call('prompts.fromFile', {
      id,
      fileName: file.name.slice(0, 80),
      text: await file.text(),
    });
    if (!answer.ok) return { error: answer.error, notes, id: last };
    notes.push(...answer.value.notes.map((note) => `“${answer.value.name}”: ${note}`));
    last = id;
  }
  return { error: null, notes, id: last };
}

interface ExportPromptProps {
  id: string;
  /** The one in use where left out. */
  version?: number;
}

export function ExportPrompt({ id, version }: ExportPromptProps) {
  const save = async () => {
    const answer = await call('prompts.toFile', { id, ...(version !== undefined && { version }) });
    if (answer.ok) saveText(answer.value.text, answer.value.name, 'text/plain');
    else announce(answer.error.message);
  };
  return (
    <Button onClick={() => void save()}>
      <Download className="icon" aria-hidden />
      Export
    </Button>
  );
}
