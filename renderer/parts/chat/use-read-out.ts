import { useCallback, useEffect, useRef } from 'react';
import type { Settings } from '../../../shared/app/settings';
import type { Message } from '../../../shared/chat/chat';
import { refusalOf, textOf } from '../../../shared/chat/parts';
import { announce } from '../../state/announce';
import { useCoreState } from '../../state/core/core-state';
import { markdownAsText } from './markdown-as-text';

/**
 * Reads a reply out as the setting says: its sentences as they arrive. Of a reply that is continued, only what is new.
 *
 * @returns what is left to be read of a reply that has ended
 */
export function useReadOut(
  reply: Message | undefined,
  how: Settings['readReplies'],
): (ended: Message) => string {
  const said = useRef({ id: '', characters: 0 });
  const id = reply?.status === 'streaming' && how === 'sentences' ? reply.id : null;
  const before = useRef({ id: '', status: '' });
  useEffect(() => {
    if (reply === undefined) return;
    // Blanks are replaced by the answer, not continued.
    const characters = reply.text.trim() === '' ? 0 : reply.text.length;
    if (isContinued(before.current, reply)) said.current = { id: reply.id, characters };
    before.current = { id: reply.id, status: reply.status };
  }, [reply]);
  useEffect(() => {
    if (id === null) return;
    const say = () => {
      const text = textOf(useCoreState.getState().live[id]?.parts ?? []);
      const from = said.current.id === id ? said.current.characters : 0;
      const to = endOfSentences(text, from);
      if (to > from) announce(markdownAsText(text.slice(from, to)).trim());
      said.current = { id, characters: Math.max(from, to) };
    };
    const timer = setInterval(say, readEveryMs);
    return () => clearInterval(timer);
  }, [id]);
  return useCallback(
    (ended) => {
      if (how === 'none') return '';
      const from = said.current.id === ended.id ? said.current.characters : 0;
      const rest = markdownAsText(ended.text.slice(from)).trim() || refusalOf(ended.parts);
      said.current = { id: ended.id, characters: Math.max(from, ended.text.length) };
      return rest;
    },
    [how],
  );
}

/** Whether a reply that had ended streams again. */
const isContinued = (
  before: { readonly id: string; readonly status: string },
  { id, status }: Pick<Message, 'id' | 'status'>,
): boolean => before.id === id && before.status !== 'streaming' && status === 'streaming';

/** Sentences that arrive faster are read together. */
const readEveryMs = 500;

/**
 * A sentence's end and what closes it, followed by a space or a new line; at once in scripts without spaces. A row of dots
 * is looked at once: some models write nothing else any more.
 */
const sentenceEnd = /(?:(?<![.!?…])[.!?…]+["'”’»)\]]*(?=\s)|[。！？]+[」』”）]*|\n{2,})/gu;

/** Where the last whole sentence ends, from a place on; the place itself while there is none. */
export function endOfSentences(text: string, from: number): number {
  const rest = text.slice(from);
  const last = [...rest.matchAll(sentenceEnd)].at(-1);
  return last === undefined ? from : from + last.index + last[0].length;
}
