import { Copy, CornerDownLeft, History, TableProperties, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { AppErrorData } from '../../../shared/errors';
import { type ModalityId, modalities } from '../../../shared/modalities/modalities';
import { type Prompt, promptLimits } from '../../../shared/run/prompts';
import { submitByKey } from '../../lib/submit-key';
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
import { TextField } from '../../ui/fields';
import { setEdit, typedOf, useEdits } from './edits';
import { PromptFields } from './prompt-fields';
import { ExportPrompt } from './prompt-file';
import { VersionsDialog } from './versions-dialog';

const labelOf = (modality: ModalityId) => modalities[modality].label;

interface PromptDetailProps {
  id: string;
  /** As it is saved; `null` for a new one. */
  saved: Prompt | null;
  /** The initial content of a new one. */
  initial: TypedPrompt;
  onShow: (id: string | null) => void;
}

/** One prompt, to be edited and used. */
export function PromptDetail(props: PromptDetailProps) {
  const { id, saved, onShow } = props;
  const { typed, isChanged, missing, error, save, discard } = usePromptEdit(props);
  const use = async () => {
    if (isChanged && !(await save())) return;
    await insertPrompt(id, insertThere);
  };
  const [isComparing, setComparing] = useState(false);
  return (
    <>
      <form
        aria-label="Prompt"
        className="flex min-h-0 min-w-0 flex-1 flex-col gap-3 overflow-y-auto p-5"
        onKeyDown={submitByKey}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <PromptFields value={typed} focusesName={saved === null} onChange={(next) => setEdit(id, next)} />
        {saved !== null && typed.text !== saved.text && (
          <TextField
            label="Note on this version"
            placeholder="Shorter, and asks for a list"
            maxLength={promptLimits.noteCharacters}
            value={typed.note ?? ''}
            onChange={({ target }) => setEdit(id, { ...typed, note: target.value })}
          />
        )}
        {error !== null && <ErrorCard error={error} />}
        <div className="flex flex-none flex-wrap items-center gap-2">
          {saved !== null && <StoredActions id={id} onShow={onShow} onVersions={() => setComparing(true)} />}
          <span className="min-w-0 flex-1 truncate text-right text-warn">
            {isChanged || saved === null ? (missing ?? '') : ''}
          </span>
          {(isChanged || saved === null) && <Button onClick={discard}>Discard</Button>}
          <Button type="submit" aria-disabled={missing !== null || (saved !== null && !isChanged)}>
            Save prompt
          </Button>
          {saved !== null && <Uses text={typed.text} onInsert={() => void use()} />}
        </div>
      </form>
      {isComparing && saved !== null && <VersionsDialog prompt={saved} onClose={() => setComparing(false)} />}
    </>
  );
}

/** A note alone changes nothing: it is of another text. */
const withoutNote = ({ note: _note, ...typed }: TypedPrompt): string => JSON.stringify(typed);

/** What is typed, and whether it can be and has to be saved. */
function usePromptEdit({ id, saved, initial, onShow }: PromptDetailProps) {
  const edit = useEdits(({ edits }) => edits[id]);
  const [error, setError] = useState<AppErrorData | null>(null);
  const before = saved === null ? initial : typedOf(saved);
  const typed = edit ?? before;
  const isChanged = edit !== undefined && withoutNote(edit) !== withoutNote(before);
  const missing = missingOf(typed);
  const save = async (): Promise<boolean> => {
    if (missing !== null) return false;
    const answer = await savePrompt(id, typed);
    setError(answer.ok ? null : answer.error);
    if (answer.ok) setEdit(id, null);
    if (answer.ok) onShow(id);
    return answer.ok;
  };
  const discard = () => {
    setEdit(id, null);
    if (saved === null) onShow(null);
  };
  return { typed, isChanged, missing, error, save, discard };
}

interface StoredActionsProps {
  id: string;
  onShow: (id: string | null) => void;
  onVersions: () => void;
}

function StoredActions({ id, onShow, onVersions }: StoredActionsProps) {
  return (
    <>
      <Button tone="danger" onClick={() => void removePrompt(id).then((gone) => gone && onShow(null))}>
        <Trash2 className="icon" aria-hidden />
        Delete
      </Button>
      <Button onClick={() => void duplicatePrompt(id).then((copy) => copy !== null && onShow(copy))}>
        <Copy className="icon" aria-hidden />
        Duplicate
      </Button>
      <Button onClick={onVersions}>
        <History className="icon" aria-hidden />
        Versions…
      </Button>
      <ExportPrompt id={id} />
    </>
  );
}

function Uses({ text, onInsert }: { text: string; onInsert: () => void }) {
  return (
    <>
      <Button onClick={() => beginBatch(lastSurface(), text)}>
        <TableProperties className="icon" aria-hidden />
        Run over a table
      </Button>
      <Button tone="primary" onClick={onInsert}>
        <CornerDownLeft className="icon" aria-hidden />
        Insert into {labelOf(lastSurface())}
      </Button>
    </>
  );
}
