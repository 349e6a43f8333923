/** Saved prompts in and out as `.prompt` files, so that a folder of them may be kept in Git. */
import { Download } from 'lucide-react';
import { saveText } from '../../lib/download';
import { call } from '../../link/call';
import { announce } from '../../state/announce';
import { Button } from '../../ui/button';
import { OpenFiles } from '../../ui/open-files';
import { type OpenedPrompts, openPrompts } from './open-prompts';

interface OpenPromptsProps {
  /** @param id of the last prompt that was added, or is in the library as it is in its file */
  onOpened: (opened: OpenedPrompts, id: string | null) => void;
}

export function OpenPrompts({ onOpened }: OpenPromptsProps) {
  return (
    <OpenFiles
      label="Prompt files"
      accept=".prompt,.txt,.md"
      onFiles={(files) => void openPrompts(files).then(({ id, ...opened }) => onOpened(opened, id))}
    />
  );
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
