import type { Message } from '../../../shared/chat';
import { MarkdownText } from './markdown-text';
import { ReplyEnd } from './reply-end';
import { useLiveText } from './use-live-text';

/** A reply: its text as it comes, then what it took and what can be done with it. */
export function Reply({ message, isLast }: { message: Message; isLast: boolean }) {
  const streaming = message.status === 'streaming';
  const { text, reasoning } = useLiveText(message);
  return (
    <article
      data-message={message.id}
      aria-label={message.model ?? 'Reply'}
      aria-busy={streaming}
      className="mx-auto max-w-[760px]"
    >
      {reasoning !== '' && <Reasoning text={reasoning} />}
      {text !== '' && <MarkdownText text={text} streaming={streaming} />}
      {streaming ? (
        <Writing message={message} empty={text === ''} />
      ) : (
        <ReplyEnd message={message} isLast={isLast} />
      )}
    </article>
  );
}

function Reasoning({ text }: { text: string }) {
  return (
    <details className="mb-3 rounded-control border border-line bg-panel px-3 py-2">
      <summary className="text-muted">Reasoning</summary>
      <p className="mt-2 whitespace-pre-wrap text-muted [overflow-wrap:anywhere]">{text}</p>
    </details>
  );
}

function Writing({ message, empty }: { message: Message; empty: boolean }) {
  return (
    <p className="mt-2 flex h-7 items-center gap-2 text-muted text-sm">
      <span className="h-3.5 w-1.5 rounded-sm bg-accent" aria-hidden />
      {message.model} · {empty ? 'waiting for the first words' : 'streaming'}
    </p>
  );
}
