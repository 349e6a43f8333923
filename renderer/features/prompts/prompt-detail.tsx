import { Copy, CornerDownLeft, TableProperties, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { BatchModality } from '../../../shared/batch';
import type { AppErrorData } from '../../../shared/errors';
import { modalities } from '../../../shared/modalities';
import type { Prompt } from '../../../shared/prompts';
import {
  duplicatePrompt,
  insertPrompt,
  removePrompt,
  savePrompt,
  type TypedPrompt,
} from '../../parts/prompts/prompt-actions';
import { missingOf } from '../../parts/prompts/prompt-text';
import { beginBatch } from '../../state/ui/begin-batch';
import { insertThere, lastSurface } from '../../state/ui/surface';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { setEdit, typedOf, useEdits } from './edits';
import { PromptFields } from './prompt-fields';

const labelOf = (modality: BatchModality) => (modality === 'chat' ? 'Chat' : modalities[modality].label);

interface PromptDetailProps {
  id: string;
  /** As it is saved; `null` for a new one. */
  saved: Prompt | null;
  /** The initial content of a new one. */
  initial: TypedPrompt;
  onShow: (id: string | null) => void;
}

/** One prompt, to be edited and used. */
export function PromptDetail({ id, saved, initial, onShow }: PromptDetailProps) {
  const edit = useEdits(({ edits }) => edits[id]);
  const [error, setError] = useState<AppErrorData | null>(null);
  const before = saved === null ? initial : typedOf(saved);
  const typed = edit ?? before;
  const isChanged = edit !== undefined && JSON.stringify(edit) !== JSON.stringify(before);
  const missing = missingOf(typed);
  const save = async (): Promise<boolean> => {
    if (missing !== null) return false;
    const answer = await savePrompt(id, typed);
    setError(answer.ok ? null : answer.error);
    if (answer.ok) setEdit(id, null);
    if (answer.ok) onShow(id);
    return answer.ok;
  };
  const use = async () => {
    if (isChanged && !(await save())) return;
    await insertPrompt(id, insertThere);
  };
  const discard = () => {
    setEdit(id, null);
    if (saved === null) onShow(null);
  };
  return (
    <form
      aria-label="Prompt"
      className="flex min-h-0 min-w-0 flex-1 flex-col gap-3 overflow-y-auto p-5"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <PromptFields value={typed} focusesName={saved === null} onChange={(next) => setEdit(id, next)} />
      {error !== null && <ErrorCard error={error} />}
      <div className="flex flex-none flex-wrap items-center gap-2">
        {saved !== null && (
          <>
            <Button tone="danger" onClick={() => void removePrompt(id).then((gone) => gone && onShow(null))}>
              <Trash2 className="icon" aria-hidden />
              Delete
            </Button>
            <Button onClick={() => void duplicatePrompt(id).then((copy) => copy !== null && onShow(copy))}>
              <Copy className="icon" aria-hidden />
              Duplicate
            </Button>
          </>
        )}
        <span className="min-w-0 flex-1 truncate text-right text-warn">
          {isChanged || saved === null ? (missing ?? '') : ''}
        </span>
        {(isChanged || saved === null) && <Button onClick={discard}>Discard</Button>}
        <Button type="submit" aria-disabled={missing !== null || (saved !== null && !isChanged)}>
          Save prompt
        </Button>
        {saved !== null && (
          <Button onClick={() => beginBatch(lastSurface(), typed.text)}>
            <TableProperties className="icon" aria-hidden />
            Run over a table
          </Button>
        )}
        {saved !== null && (
          <Button tone="primary" onClick={() => void use()}>
            <CornerDownLeft className="icon" aria-hidden />
            Insert into {labelOf(lastSurface())}
          </Button>
        )}
      </div>
    </form>
  );
}
