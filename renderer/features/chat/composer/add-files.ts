import { attachFiles, isAttachable, isPicture } from '../../../parts/composer/attachments';
import { insertText } from '../../../parts/prompts/insert-text';
import { announce } from '../../../state/announce';
import { draftOf, setDraft } from '../../../state/ui/drafts';
import { noteGuesses } from './guessed-files';
import { quoteFile } from './quote-file';

/**
 * Adds files to a draft: images, sound, video and documents are attached, text is quoted at the caret.
 * @param area the message field
 * @returns why some couldn't be added; `null` where all were
 */
export async function addFiles(
  chatKey: string,
  area: HTMLTextAreaElement | null,
  files: readonly File[],
): Promise<string | null> {
  const attached = await Promise.all(
    files.map(async (file) => (await isPicture(file)) || isAttachable(file)),
  );
  const quoted = await Promise.all(files.filter((_, index) => !attached[index]).map(quoteFile));
  const texts = quoted.flatMap((one) => (one.ok ? [one.text] : []));
  if (texts.length > 0) insert(chatKey, area, texts.join('\n'));
  noteGuesses(
    chatKey,
    quoted.flatMap((one) => (one.ok && one.guess !== null ? [one.guess] : [])),
  );
  const notQuoted = quoted.flatMap((one) => (one.ok ? [] : [one.refusal]));
  const notAttached = await attachFiles(
    chatKey,
    files.filter((_, index) => attached[index]),
  );
  return told(files.length, [...notQuoted, ...notAttached]);
}

/** Attaches files as they are, also text. @returns why some couldn't be attached; `null` where all were */
export const attachAsFiles = async (chatKey: string, files: readonly File[]): Promise<string | null> =>
  told(files.length, await attachFiles(chatKey, files));

function told(count: number, refusals: readonly string[]): string | null {
  const added = count - refusals.length;
  if (added > 0) announce(added === 1 ? 'File added' : `${added} files added`);
  return refusals.length === 0 ? null : refusals.map((one) => one.replace(/\.$/, '')).join('. ');
}

const gapAfter = (before: string): string => (/[^\n]$/.test(before) ? '\n\n' : '');

function insert(chatKey: string, area: HTMLTextAreaElement | null, added: string): void {
  // The field of another chat may have taken its place while the file was read.
  if (area === null || !area.isConnected) {
    const { text } = draftOf(chatKey);
    setDraft(chatKey, { text: `${text}${gapAfter(text)}${added}`, error: undefined });
    return;
  }
  const { value, selectionStart, selectionEnd } = area;
  insertText(area, selectionStart, selectionEnd, `${gapAfter(value.slice(0, selectionStart))}${added}`);
}
