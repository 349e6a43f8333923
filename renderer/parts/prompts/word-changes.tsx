import { useMemo } from 'react';
import { type TextRun, wordDifference } from '../../lib/word-difference';

const classOf: Readonly<Record<TextRun['kind'], string>> = {
  same: '',
  gone: 'text-muted line-through decoration-bad',
  new: 'bg-ok/20 text-text underline decoration-ok',
};

/** The second text, with its new words as inserted, and words of the first that are gone struck through. */
export function WordChanges({ before, after }: { before: string; after: string }) {
  const runs = useMemo(() => wordDifference(before, after), [before, after]);
  return runs.map(({ kind, text }, place) => {
    const Tag = kind === 'new' ? 'ins' : kind === 'gone' ? 'del' : 'span';
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the runs are made whole, and the same words may come again.
      <Tag key={place} className={classOf[kind]}>
        {text}
      </Tag>
    );
  });
}
