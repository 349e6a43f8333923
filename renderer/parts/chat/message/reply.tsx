import { useState } from 'react';
import type { CallWait } from '../../../../shared/calls/rate-limit';
import type { Message } from '../../../../shared/chat/chat';
import { isTextPart, type Part } from '../../../../shared/chat/parts';
import { toolCallsOf } from '../../../../shared/chat/tool-calls';
import { waitText } from '../../../lib/format';
import { waitingText } from '../../../lib/rate-text';
import { useNow } from '../../../lib/ticker';
import { useCoreState } from '../../../state/core/core-state';
import { lazy, Suspense } from '../../../ui/later';
import { MessageParts } from './message-parts';
import { ReplyEnd } from './reply-end';
import { useLiveParts } from './use-live-text';
import { WhoAnswered } from './who-answered';

const FormatCheck = lazy(() => import('../../schema/format-check'));

/** A reply: its text as it streams, then its figures and commands. */
export function Reply({ message }: { message: Message }) {
  const streaming = message.status === 'streaming';
  const parts = useLiveParts(message);
  const settings = useCoreState(({ conversations }) => conversations[message.conversationId]?.settings);
  return (
    <article
      data-message={message.id}
      tabIndex={-1}
      aria-label={message.model ?? 'Reply'}
      aria-busy={streaming}
      className="mx-auto max-w-[760px] outline-offset-4"
    >
      <WhoAnswered message={message} />
      <MessageParts parts={parts} message={message} />
      {settings !== undefined && message.askedFormat !== undefined && (
        <Suspense>
          <FormatCheck message={message} parts={parts} settings={settings} />
        </Suspense>
      )}
      {streaming ? (
        <Writing since={message.createdAt} parts={parts} wait={message.wait} />
      ) : (
        <ReplyEnd message={message} />
      )}
    </article>
  );
}

interface WritingProps {
  since: number;
  parts: readonly Part[];
  wait: Message['wait'];
}

/** While nothing has arrived it has the height of a first line of text and itself: the first words move nothing. */
function Writing({ since, parts, wait }: WritingProps) {
  const calls = toolCallsOf(parts);
  const hasText = calls.length > 0 || parts.some((part) => part.type === 'text' && part.text !== '');
  const lengths = parts.map((part) => (isTextPart(part) ? part.text.length : 0));
  const asked = calls.map(({ name, argumentsText }) => name.length + argumentsText.length);
  const length = [...lengths, ...asked].reduce((sum, one) => sum + one, 0);
  const place = length > 0 ? 'mt-2 h-7' : 'box-content h-[calc(22px*var(--text-scale))] pb-9';
  return (
    <p className={`flex items-center gap-2 text-muted text-sm ${place}`}>
      <span className="h-3.5 w-1.5 rounded-sm bg-accent" aria-hidden />
      {wait !== undefined ? (
        <Held wait={wait} />
      ) : (
        <>
          {hasText ? 'streaming' : 'waiting for the first token'}
          {length > 0 ? <Silent length={length} /> : <Waited since={since} />}
        </>
      )}
    </p>
  );
}

/** Nothing of it is at the gateway: it is sent, or sent again, by itself. */
function Held({ wait }: { wait: CallWait }) {
  const now = useNow();
  return (
    <>
      <span className={wait.isPaced ? undefined : 'text-warn'}>{waitingText(wait, now)}</span>
      {wait.lastError !== null && <bdi className="min-w-0 truncate">{wait.lastError.message}</bdi>}
    </>
  );
}

/** A wait this long may be a gateway that hangs, or requests that are sent again. */
const longWaitMs = 3_000;

/** In the middle of a reply a pause of some seconds is usual. */
const longSilenceMs = 10_000;

function Silent({ length }: { length: number }) {
  const now = useNow();
  const [last, setLast] = useState({ length, at: now });
  if (last.length !== length) setLast({ length, at: now });
  const silent = now - last.at;
  return silent < longSilenceMs ? null : <span>no data for {waitText(silent)}</span>;
}

function Waited({ since }: { since: number }) {
  const waited = useNow() - since;
  return waited < longWaitMs ? null : <span>{waitText(waited)}</span>;
}
