/** Attaching files to a draft: stored by the core first, so that closing the page loses none. */

import { limits } from '../../../shared/limits';
import type { AddedFile, StoredFile } from '../../../shared/media/files';
import { cutText } from '../../../shared/text/cut-text';
import { base64Of } from '../../lib/base64';
import { call } from '../../link/call';
import { draftOf, setDraft } from '../../state/ui/drafts';

/** Images, and files that claim to be images; an SVG is text, and quoted as such. */
export async function isPicture(file: File): Promise<boolean> {
  if (file.type.startsWith('image/')) return file.type !== 'image/svg+xml';
  const head = new Uint8Array(await file.slice(0, 12).arrayBuffer());
  const letters = String.fromCharCode(...head);
  return /^(\x89PNG|\xff\xd8\xff|GIF8|RIFF.{4}WEBP|II\*\0|MM\0\*|.{4}ftyp(hei|hev|mif1|msf1|avi))/s.test(
    letters,
  );
}

/** Formats that are attached where they are dropped or pasted; the text of any other file is quoted. */
const CLAIMED =
  /\.(pdf|do[ct][xm]|xl[st][xmb]|pp[ts][xm]|odt|ods|odp|epub|mp3|wav|m4a|aac|flac|ogg|opus|aiff?|mp4|m4v|mov|webm)$|^(audio|video)\/|^application\/(pdf|epub|vnd\.o)/i;

/** PDF, RTF and Office documents that are protected or of before 2007, whatever they are called. */
const MARKS = ['%PDF-', '{\\rtf', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'];

/** Sound, video and documents. A type by a name alone may be wrong: `.ts` is a video and mostly a program. */
export async function isAttachable(file: File): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, 4_096).arrayBuffer());
  const start = String.fromCharCode(...head.subarray(0, 8));
  if (MARKS.some((mark) => start.startsWith(mark))) return true;
  return (CLAIMED.test(file.name) || CLAIMED.test(file.type)) && head.includes(0);
}

/** Attaches the files it can; returns why the others couldn't be attached. */
export async function attachFiles(chatKey: string, files: readonly File[]): Promise<readonly string[]> {
  const refusals: string[] = [];
  for (const file of files) {
    const refusal = room(chatKey, file.name) ?? (await attachFile(chatKey, file));
    if (refusal !== null) refusals.push(refusal);
  }
  return refusals;
}

/** Attaches a file that the core holds already; returns why it couldn't. */
export function attachStored(chatKey: string, file: StoredFile): string | null {
  const full = room(chatKey, file.name);
  if (full === null) addToDraft(chatKey, file);
  return full;
}

export async function attachFromLibrary(chatKey: string, mediaId: string): Promise<string | null> {
  const full = room(chatKey, 'The file');
  if (full !== null) return full;
  const answer = await call('attachments.addFromLibrary', { mediaId });
  if (answer.ok) addToDraft(chatKey, answer.value);
  return answer.ok ? null : answer.error.message;
}

async function attachFile(chatKey: string, file: File): Promise<string | null> {
  const added = await storeFile(file);
  if (typeof added === 'string') return added;
  addToDraft(chatKey, added);
  return null;
}

/** Has the core store a file, which nothing uses yet; says why it couldn't. */
export async function storeFile(file: File): Promise<AddedFile | string> {
  const refusal = tooLarge(file);
  if (refusal !== null) return refusal;
  const name = cutText(file.name.trim(), limits.attachmentNameCharacters) || 'file';
  const answer = await call('attachments.add', { name, base64: await base64Of(file) });
  return answer.ok ? answer.value : answer.error.message;
}

function addToDraft(key: string, attachment: AddedFile): void {
  const { attachments = [] } = draftOf(key);
  setDraft(key, { attachments: [...attachments, attachment], error: undefined });
}

function room(key: string, name: string): string | null {
  const { attachments = [] } = draftOf(key);
  if (attachments.length < limits.attachmentsOfMessage) return null;
  const files = attachments.every(({ kind }) => kind === 'image') ? 'images' : 'files';
  return `“${name}” was not attached: a message holds at most ${limits.attachmentsOfMessage} ${files}`;
}

/** Checked before the file is read: a video dropped by mistake must not fill the memory. */
function tooLarge({ name, size, type }: File): string | null {
  if (size <= limits.attachmentBytes) return null;
  const megabytes = (bytes: number) => (bytes / 1_048_576).toFixed(1).replace('.0', '');
  return `“${name}” is ${megabytes(size)} MB; the limit for ${type.startsWith('image/') ? 'an image' : 'a file'} is ${megabytes(limits.attachmentBytes)} MB`;
}
