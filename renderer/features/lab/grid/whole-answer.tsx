import type { CellDetail } from '../../../../shared/lab/experiment';
import { AnswerKindName } from '../../../parts/answer-kind';
import { Markdown } from '../../../parts/markdown/markdown';

/** All that a reply says: text as markdown, arguments of tools as they came, and the name of anything else. */
export function WholeAnswer({ detail: { text, answerOf } }: { detail: CellDetail }) {
  if (text === null) return null;
  if (answerOf === undefined) return <Markdown text={text} streaming={false} />;
  const isCode = answerOf === 'tool calls' || answerOf === 'tool results';
  return (
    <div className="flex flex-col gap-1">
      <p>
        <AnswerKindName of={answerOf} />
      </p>
      {isCode ? (
        <pre className="whitespace-pre-wrap font-mono text-sm [overflow-wrap:anywhere]">{text}</pre>
      ) : (
        text !== '' && <Markdown text={text} streaming={false} />
      )}
    </div>
  );
}
