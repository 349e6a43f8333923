/** Files that are sent with a case: which it takes, and how they are added. */
import type { ClipboardEvent, DragEvent } from 'react';
import { limits } from '../../../../shared/limits';
import { type AddedFile, refTo } from '../../../../shared/media/files';
import type { ResultKind } from '../../../../shared/media/media';
import type { ModalityId } from '../../../../shared/modalities/modalities';
import type { InputRole } from '../../../../shared/run/input-roles';
import { type InputOrigin, inputSlots, rolesOf } from '../../../../shared/run/inputs';
import { call } from '../../../link/call';
import { storeFile } from '../../../parts/composer/attachments';
import { announce } from '../../../state/announce';
import { showProblem } from '../../../state/ui/problem';
import { filesOf, withFiles } from './kept-of-case';
import type { CaseDraft } from './lab-draft';
import { experimentFiles } from './open-file';

/** Applied to the case as it is by then. */
export type ChangeLater = (change: (now: CaseDraft) => CaseDraft) => void;

/** As a case has it: with its role in media, `null` for an attachment of a chat. */
interface CaseFile {
  readonly id: string;
  readonly name: string;
  readonly role: InputRole | null;
}

const rolesIn = (modality: ModalityId): readonly InputRole[] =>
  modality === 'chat' ? [] : rolesOf[modality];

const takesAny = (modality: ModalityId): boolean => modality === 'chat' || rolesIn(modality).length > 0;

/** Also where nothing takes them, to see and remove those that came from elsewhere. */
export const hasFilesColumn = (modality: ModalityId, cases: readonly CaseDraft[]): boolean =>
  takesAny(modality) || cases.some((one) => listedFiles(one).length > 0);

export function listedFiles(one: CaseDraft): readonly CaseFile[] {
  const { attachments, inputs } = filesOf(one);
  return [...attachments.map(({ id, name }) => ({ id, name, role: null })), ...inputs];
}

/** Whether variants of this kind send the file. */
export const isSentWith = (modality: ModalityId, { role }: CaseFile): boolean =>
  role === null ? modality === 'chat' : rolesIn(modality).includes(role);

/** The roles that the case has room for; `null` is an attachment. */
export function openRoles(modality: ModalityId, one: CaseDraft): readonly (InputRole | null)[] {
  const { attachments, inputs } = filesOf(one);
  if (modality === 'chat') return attachments.length < limits.attachmentsOfMessage ? [null] : [];
  return rolesIn(modality).filter(
    (role) => inputs.filter((input) => input.role === role).length < inputSlots[role].most,
  );
}

export function removeFile(one: CaseDraft, position: number): CaseDraft {
  const { attachments, inputs } = filesOf(one);
  return position < attachments.length
    ? withFiles(one, { attachments: attachments.toSpliced(position, 1) })
    : withFiles(one, { inputs: inputs.toSpliced(position - attachments.length, 1) });
}

function withFile(one: CaseDraft, role: InputRole | null, file: AddedFile, from?: InputOrigin): CaseDraft {
  const { attachments, inputs } = filesOf(one);
  const { id, name } = file;
  return role === null
    ? withFiles(one, { attachments: [...attachments, refTo(file)] })
    : withFiles(one, { inputs: [...inputs, { role, id, name, ...(from && { from }) }] });
}

/** A mask belongs to an image that it was drawn on, so it is only chosen by hand. */
const freeRole = (modality: ModalityId, one: CaseDraft, kind: ResultKind) =>
  openRoles(modality, one).find(
    (role) => role === null || (role !== 'mask' && inputSlots[role].kind === kind),
  );

/** @param role `undefined` for the first that the case has room for */
export async function addFilesTo(
  modality: ModalityId,
  files: readonly File[],
  onLater: ChangeLater,
  role?: InputRole | null,
): Promise<void> {
  const refusals: string[] = [];
  for (const file of files) {
    const stored = await storeFile(file);
    if (typeof stored === 'string') refusals.push(stored);
    else onLater(put(modality, stored, role, (refusal) => refusals.push(refusal)));
  }
  report(files.length, refusals);
}

function put(
  modality: ModalityId,
  file: AddedFile,
  wanted: InputRole | null | undefined,
  onRefusal: (refusal: string) => void,
) {
  return (now: CaseDraft): CaseDraft => {
    const role = wanted === undefined ? freeRole(modality, now, file.kind) : wanted;
    const hasRoom = role !== undefined && openRoles(modality, now).includes(role);
    const isOfKind = role == null || inputSlots[role].kind === file.kind;
    if (hasRoom && isOfKind) return withFile(now, role, file);
    onRefusal(
      `“${file.name}” was not added: the case has no place for a file of this kind, or holds enough of them`,
    );
    return now;
  };
}

export async function addLibraryFile(
  mediaId: string,
  role: InputRole | null,
  onLater: ChangeLater,
): Promise<void> {
  const answer = await call('attachments.addFromLibrary', { mediaId });
  if (!answer.ok) return showProblem('Couldn’t add the file', answer.error);
  const { from, ...file } = answer.value;
  onLater((now) => withFile(now, role, file, from));
  announce('File added');
}

function report(count: number, refusals: readonly string[]): void {
  const added = count - refusals.length;
  if (added > 0) announce(added === 1 ? 'File added' : `${added} files added`);
  if (refusals.length === 0) return;
  const message = `${refusals.map((one) => one.replace(/\.$/, '')).join('. ')}.`;
  showProblem(`Couldn’t add ${refusals.length === 1 ? 'a file' : `${refusals.length} files`}`, {
    code: 'invalid_input',
    message,
  });
}

/** Tables and configurations are opened as an experiment, except over the field for files. */
const isExperiment = ({ name }: File): boolean =>
  experimentFiles.split(',').some((ending) => name.toLowerCase().endsWith(ending));

/** What is dropped on the row of a case, or pasted into it, becomes its files. */
export function takesDropped(modality: ModalityId, onLater: ChangeLater) {
  const take = (event: DragEvent | ClipboardEvent, files: readonly File[]) => {
    const isField = event.target instanceof Element && event.target.closest('[data-case-files]') !== null;
    if (files.length === 0 || !takesAny(modality)) return;
    if (!isField && files.every(isExperiment)) return;
    event.preventDefault();
    event.stopPropagation();
    void addFilesTo(modality, files, onLater);
  };
  return {
    onDragOver: (event: DragEvent) => {
      if (event.dataTransfer.types.includes('Files')) event.preventDefault();
    },
    onDrop: (event: DragEvent) => take(event, [...event.dataTransfer.files]),
    onPaste: (event: ClipboardEvent) => take(event, [...event.clipboardData.files]),
  };
}
