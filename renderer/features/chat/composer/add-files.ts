import { attachFiles, isPicture } from '../../../parts/composer/attachments';
import { announce } from '../../../state/announce';
import { draftOf, setDraft } from '../../../state/ui/drafts';
import { noteGuesses } from './guessed-files';
import { quoteFile } from './quote-file';

/**
 * Adds files to a draft: images are attached, text is quoted at the caret.
 * @param area the message field
 * @returns why some couldn't be added; `null` where all were
 */
export async function addFiles(
  chatKey: string,
  area: HTMLTextAreaElement | null,
  files: readonly File[],
): Promise<string | null> {
  const kinds = await Promise.all(files.map(isPicture));
  const pictures = files.filter((_, index) => kinds[index]);
  const quoted = await Promise.all(files.filter((_, index) => !kinds[index]).map(quoteFile));
  const texts = quoted.flatMap((one) => (one.ok ? [one.text] : []));
  if (texts.length > 0) insert(chatKey, area, texts.join('\n'));
  noteGuesses(
    chatKey,
    quoted.flatMap((one) => (one.ok && one.guess !== null ? [one.guess] : [])),
  );
  const notQuoted = quoted.flatMap((one) => (one.ok ? [] : [one.refusal]));
  const notAttached = await attachFiles(chatKey, pictures);
  const refusals = [...notQuoted, ...notAttached];
  const added = files.length - refusals.length;
  if (added > 0) announce(added === 1 ? 'File added' : `${added} files added`);
  return refusals.length === 0 ? null : refusals.map((one) => one.replace(/\.$/, '')).join('. ');
}

function insert(chatKey: string, area: HTMLTextAreaElement | null, added: string): void {
  const { text } = draftOf(chatKey);
  const at = area?.selectionStart ?? text.length;
  const until = area?.selectionEnd ?? text.length;
  const before = text.slice(0, at).replace(/([^\n])$/, '$1\n\n');
  setDraft(chatKey, { text: `${before}${added}${text.slice(until)}`, error: undefined });
  const caret = before.length + added.length;
  requestAnimationFrame(() => {
    area?.focus({ preventScroll: true });
    area?.setSelectionRange(caret, caret);
  });
}
