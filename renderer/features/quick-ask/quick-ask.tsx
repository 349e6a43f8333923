import { useEffect, useMemo, useRef, useState } from 'react';
import type { Message } from '../../../shared/chat/chat';
import type { AppErrorData } from '../../../shared/errors';
import { isChatModel } from '../../lib/is-chat-model';
import { call } from '../../link/call';
import { MessageParts } from '../../parts/chat/message/message-parts';
import { useLiveParts } from '../../parts/chat/message/use-live-text';
import { useFieldHistory } from '../../parts/composer/use-field-history';
import { ModelCombobox } from '../../parts/models/model-picker';
import { useCoreState } from '../../state/core/core-state';
import { createIntents } from '../../state/idempotent-ask';
import { NEW_CHAT } from '../../state/ui/route';
import { chosenModel } from '../../state/ui/selectors';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';

const intents = createIntents();
const noModels: never[] = [];

interface Question {
  readonly conversationId: string;
  readonly replyId: string;
}

/** One question and its answer, in a small window; each is an ordinary chat. */
export function QuickAsk() {
  const ready = useCoreState(({ app }) => app !== null);
  useEffect(() => {
    document.title = 'Quick ask · Gatehouse';
    // Escape that closed the list of models, or answered a question, has been used.
    const close = (event: KeyboardEvent) =>
      event.key === 'Escape' && !event.defaultPrevented && window.close();
    addEventListener('keydown', close);
    return () => removeEventListener('keydown', close);
  }, []);
  return <main className="flex h-full flex-col gap-3 p-3">{ready && <Question />}</main>;
}

function Question() {
  const all = useCoreState(({ app }) => app?.catalogue.models ?? noModels);
  const models = useMemo(() => all.filter(isChatModel), [all]);
  const [model, setModel] = useState(() => chosenModel(NEW_CHAT));
  const [text, setText] = useState(savedQuestion);
  const [asked, setAsked] = useState<Question | null>(null);
  const [error, setError] = useState<AppErrorData | null>(null);
  const input = useRef<HTMLTextAreaElement>(null);
  useFieldHistory(input, text);
  const isSending = useRef(false);
  const change = (next: string) => {
    setText(next);
    saveQuestion(next);
  };
  const send = async () => {
    if (isSending.current || text.trim() === '' || model === null) return;
    isSending.current = true;
    const answer = await intents.ask(`${model} ${text}`, (messageId, isConfirmed) =>
      call('chat.send', { conversationId: null, messageId, text, model, settings: {}, isConfirmed }),
    );
    isSending.current = false;
    setError(answer?.ok === false ? answer.error : null);
    if (answer?.ok !== true) return;
    setAsked(answer.value);
    change('');
  };
  return (
    <>
      <h1 className="sr-only">Quick ask</h1>
      <div className="flex flex-none">
        <ModelCombobox model={model} models={models} onChoose={setModel} />
      </div>
      <textarea
        ref={input}
        // biome-ignore lint/a11y/noAutofocus: the window was opened to type here.
        autoFocus
        aria-label="Question"
        placeholder="Ask anything…"
        rows={3}
        value={text}
        onChange={({ target }) => change(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey) return;
          event.preventDefault();
          void send();
        }}
        className="field h-auto flex-none resize-none py-2"
      />
      {error !== null && <ErrorCard error={error} title="Couldn’t send the question" />}
      <div className="min-h-0 flex-1 select-text overflow-y-auto">
        {asked !== null && (
          <>
            {/* Headings of the answer are below this one. */}
            <h2 className="sr-only">Answer</h2>
            <Answer key={asked.replyId} replyId={asked.replyId} />
          </>
        )}
      </div>
      <div className="flex flex-none justify-end gap-2">
        {asked !== null && <OpenButton conversationId={asked.conversationId} onError={setError} />}
        <Button tone="primary" onClick={() => void send()}>
          Send
        </Button>
      </div>
    </>
  );
}

interface OpenButtonProps {
  conversationId: string;
  onError: (error: AppErrorData) => void;
}

function OpenButton({ conversationId, onError }: OpenButtonProps) {
  const open = async () => {
    const answer = await call('app.showChat', { conversationId });
    if (answer.ok) window.close();
    else onError(answer.error);
  };
  return <Button onClick={() => void open()}>Open in Gatehouse</Button>;
}

function Answer({ replyId }: { replyId: string }) {
  const message = useCoreState(({ messages }) => messages[replyId]);
  return message === undefined ? (
    <p className="text-muted">Waiting for the reply…</p>
  ) : (
    <Shown message={message} />
  );
}

/** Without the thinking, for which the window is too small. */
function Shown({ message }: { message: Message }) {
  const parts = useLiveParts(message).filter(({ type }) => type !== 'reasoning');
  return (
    <article aria-label={message.model ?? 'Reply'} aria-busy={message.status === 'streaming'}>
      <MessageParts parts={parts} message={message} />
      {message.error !== null && <ErrorCard error={message.error} title="The reply ended early" />}
    </article>
  );
}

/** What was typed in quick ask and not sent; apart from the drafts of other windows, which store their own. */
const storageName = 'gatehouse.quick-ask';

function savedQuestion(): string {
  try {
    return localStorage.getItem(storageName) ?? '';
  } catch {
    return '';
  }
}

function saveQuestion(text: string): void {
  try {
    localStorage.setItem(storageName, text);
  } catch {
    // Without storage it is kept until the window closes.
  }
}
