import { useEffect } from 'react';
import { create } from 'zustand';
import type { TextEncoding } from '../../../../shared/text/text-encodings';
import { findShown } from '../../../lib/focus';
import { EncodingChoice } from '../../../parts/composer/encoding-choice';
import { insertText } from '../../../parts/prompts/insert-text';
import { draftOf, setDraft, useDraft } from '../../../state/ui/drafts';
import { type GuessedFile, quotedAs } from './quote-file';

/** Quoted files whose encoding was guessed, by draft, until that is sent or emptied. */
const useGuesses = create<Readonly<Record<string, readonly GuessedFile[] | undefined>>>()(() => ({}));

export function noteGuesses(chatKey: string, added: readonly GuessedFile[]): void {
  if (added.length === 0) return;
  useGuesses.setState((all) => ({ [chatKey]: [...(all[chatKey] ?? []), ...added] }));
}

/** One line for each that is still quoted as it was; another choice quotes it again. */
export function GuessedFiles({ chatKey }: { chatKey: string }) {
  const guesses = useGuesses((all) => all[chatKey]);
  const { text } = useDraft(chatKey);
  useEffect(() => {
    if (text === '') useGuesses.setState({ [chatKey]: undefined });
  }, [chatKey, text]);
  if (guesses === undefined) return null;
  const shown = guesses.filter((guess) => text.includes(guess.text));
  if (shown.length === 0) return null;
  return (
    <div className="absolute bottom-full left-0 mb-2 flex max-w-full flex-col gap-1 rounded-card border border-line bg-raised px-3 py-1.5 shadow-float">
      {shown.map((guess, at) => (
        <EncodingChoice
          // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be quoted twice.
          key={`${guess.name} ${at}`}
          name={guess.name}
          encoding={guess.encoding}
          onChange={(encoding) => change(chatKey, guess, encoding)}
        />
      ))}
    </div>
  );
}

function change(chatKey: string, guess: GuessedFile, encoding: TextEncoding): void {
  const quoted = quotedAs(guess, encoding);
  const { text } = draftOf(chatKey);
  const at = text.indexOf(guess.text);
  const area = findShown('composer');
  if (area instanceof HTMLTextAreaElement && area.value === text && at >= 0)
    insertText(area, at, at + guess.text.length, quoted.text);
  else setDraft(chatKey, { text: text.replace(guess.text, () => quoted.text) });
  useGuesses.setState((all) => ({
    [chatKey]: all[chatKey]?.map((one) => (one === guess ? quoted : one)) ?? [],
  }));
}
