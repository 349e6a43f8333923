import { useState } from 'react';
import type { AppErrorData } from '../../../shared/errors';
import { submitByKey } from '../../lib/submit-key';
import { savePrompt, type TypedPrompt } from '../../parts/prompts/prompt-actions';
import { missingOf, nameFrom } from '../../parts/prompts/prompt-text';
import { closePromptDialog } from '../../state/ui/dialogs';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { PromptFields } from './prompt-fields';

/** Saves a text as a prompt. */
export function SaveDialog({ text, tags = '' }: { text: string; tags?: string }) {
  const [id] = useState(() => crypto.randomUUID());
  const [typed, setTyped] = useState<TypedPrompt>({ name: nameFrom(text), tags, text });
  const [error, setError] = useState<AppErrorData | null>(null);
  const missing = missingOf(typed);
  const save = async () => {
    if (missing !== null) return;
    const answer = await savePrompt(id, typed);
    if (answer.ok) closePromptDialog();
    else setError(answer.error);
  };
  return (
    <Dialog title="Save as a prompt" onClose={closePromptDialog} size="text">
      <form
        className="flex min-h-fit flex-1 flex-col gap-3"
        onKeyDown={submitByKey}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <PromptFields value={typed} onChange={setTyped} focusesName />
        {error !== null && <ErrorCard error={error} />}
        <div className="flex items-center justify-end gap-2">
          {missing !== null && <p className="text-warn">{missing}</p>}
          <Button onClick={closePromptDialog}>Cancel</Button>
          <Button type="submit" tone="primary" aria-disabled={missing !== null}>
            Save prompt
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
