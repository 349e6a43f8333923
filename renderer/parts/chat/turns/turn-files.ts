/** Files that are added to a message while it is written by hand: chosen, dropped or pasted. */
import { type ClipboardEvent, type DragEvent, useState } from 'react';
import { limits } from '../../../../shared/limits';
import { documentTypes } from '../../../../shared/media/documents';
import { wayOf } from '../../../../shared/media/file-inputs';
import type { StoredFile } from '../../../../shared/media/files';
import { call } from '../../../link/call';
import { announce } from '../../../state/announce';
import { useCoreState } from '../../../state/core/core-state';
import { NEW_CHAT } from '../../../state/ui/route';
import { chosenModel } from '../../../state/ui/selectors';
import { storeFile } from '../../composer/attachments';
import type { TurnDraft } from './turn-draft';

interface TurnFiles {
  readonly add: (files: readonly File[]) => Promise<void>;
  /** Why some of the last ones couldn't be added. */
  readonly problem: string | null;
  readonly isAdding: boolean;
  /** Of the form: files that are dropped on it or pasted into it. */
  readonly handlers: {
    readonly onDragOver: (event: DragEvent) => void;
    readonly onDrop: (event: DragEvent) => void;
    readonly onPaste: (event: ClipboardEvent) => void;
  };
}

type Change = (change: (before: TurnDraft) => TurnDraft) => void;

/** @param conversationId whose model gets them; `null` is a new chat */
export function useTurnFiles(
  conversationId: string | null,
  { parts }: Pick<TurnDraft, 'parts'>,
  change: Change,
): TurnFiles {
  const [problem, setProblem] = useState<string | null>(null);
  const [adding, setAdding] = useState(0);
  const add = async (files: readonly File[]) => {
    setAdding((count) => count + 1);
    setProblem(null);
    const refusals: string[] = [];
    const room = limits.attachmentsOfMessage - parts.filter(({ kind }) => kind === 'file').length;
    for (const [at, file] of files.entries()) {
      const added = at < room ? await addedFile(file, conversationId) : tooManyText(file);
      if (typeof added === 'string') refusals.push(added);
      else change((before) => withFile(before, added));
    }
    const count = files.length - refusals.length;
    // It may be below what is in sight.
    if (count > 0) announce(count === 1 ? 'File added' : `${count} files added`);
    setProblem(refusals.length === 0 ? null : refusals.join('. '));
    setAdding((count) => count - 1);
  };
  return { add, problem, isAdding: adding > 0, handlers: handlersFor((files) => void add(files)) };
}

const tooManyText = ({ name }: File): string =>
  `“${name}” was not added: a message holds at most ${limits.attachmentsOfMessage} files`;

function withFile({ role, parts }: TurnDraft, file: StoredFile): TurnDraft {
  return { role, parts: [...parts, { key: crypto.randomUUID(), kind: 'file', text: file.name, file }] };
}

/** Stored, and where it is a document read, so that it goes to the model in a way that this takes. */
async function addedFile(file: File, conversationId: string | null): Promise<StoredFile | string> {
  const added = await storeFile(file);
  if (typeof added === 'string' || !Object.hasOwn(documentTypes, added.contentType)) return added;
  const read = await call('attachments.read', { id: added.id });
  if (!read.ok || read.value === null) return added;
  const { sample: _sample, ...document } = read.value;
  const whole = { ...added, document };
  return { ...whole, way: wayOf(whole, knownModel(conversationId)) };
}

/** The model of the chat, as the catalog has it. */
export function knownModel(conversationId: string | null) {
  const model = chosenModel(conversationId ?? NEW_CHAT);
  return useCoreState.getState().app?.catalogue.models.find(({ id }) => id === model);
}

function handlersFor(add: (files: readonly File[]) => void): TurnFiles['handlers'] {
  const take = (event: DragEvent | ClipboardEvent, files: FileList | undefined) => {
    if (files === undefined || files.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    add([...files]);
  };
  return {
    onDragOver: (event) => event.preventDefault(),
    onDrop: (event) => take(event, event.dataTransfer.files),
    onPaste: (event) => {
      // Copied cells and paragraphs are on the clipboard as an image too.
      if (!event.clipboardData.types.includes('text/plain')) take(event, event.clipboardData.files);
    },
  };
}
