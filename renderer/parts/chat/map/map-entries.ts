import type { Message } from '../../../../shared/chat/chat';
import { wordsOf } from '../../../../shared/chat/message-words';
import { filesOf } from '../../../../shared/chat/parts';
import { countedFiles } from '../../../lib/file-words';

/** More of a text is never shown. */
const readCharacters = 1_000;

/** One line of a message: its text, else what it holds instead. */
export function textOfEntry({ parts }: Pick<Message, 'parts'>): string {
  const line = (wordsOf(parts)?.text ?? '').slice(0, readCharacters).trim().replace(/\s+/g, ' ');
  if (line !== '') return line;
  const files = filesOf(parts);
  return files.length === 0 ? 'No text' : countedFiles(files);
}

/** The last of these messages that begins above the middle of the transcript; else the first of all. */
export function messageInView(messages: readonly { readonly id: string }[]): string | null {
  const log = document.querySelector('main [role="log"]')?.getBoundingClientRect();
  const middle = log === undefined ? 0 : log.top + log.height / 2;
  const shown = [...document.querySelectorAll<HTMLElement>('main [role="log"] [data-message]')];
  const above = new Set(
    shown.filter((one) => one.getBoundingClientRect().top < middle).map((one) => one.dataset.message),
  );
  return (messages.findLast(({ id }) => above.has(id)) ?? messages.at(-1))?.id ?? null;
}
