import { useMemo } from 'react';
import { isRawPart, isTextPart } from '../../../../shared/chat/parts';
import { markCitations } from './mark-citations';
import { MarkdownText } from './markdown-text';
import type { PartViewProps } from './part-view';

/** The text of a reply that cites; loaded when the first is shown. */
export default function CitedText({ parts: [part], message }: PartViewProps) {
  const text = isTextPart(part) ? part.text : '';
  const all = message.parts;
  const marked = useMemo(() => {
    const cited = all?.flatMap((one) => (isRawPart(one) && one.type === 'citation' ? [one.raw] : []));
    return markCitations(text, cited ?? []);
  }, [text, all]);
  return <MarkdownText text={marked} streaming={false} />;
}
