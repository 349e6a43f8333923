import { ArrowUp, Square } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { send, stop } from '../../actions';
import { emptyDraft, NEW_CHAT, setDraft, usePerson } from '../../store/person';
import { useReported } from '../../store/reported';
import { useConversation, useModel } from '../../store/selectors';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { isComposing, modKey } from '../frame/shortcuts';
import { useExtraMistake } from './extra-parameters';
import { insertLongTextAtOnce } from './insert-long-text';
import { lastPrompt } from './last-prompt';
import { sendsWith } from './send-key';

/** Where one writes. It has its own state, so that typing draws nothing but itself. */
export function Composer({ chatKey }: { chatKey: string }) {
  const draft = usePerson(({ drafts }) => drafts[chatKey] ?? emptyDraft);
  const streaming = useIsStreaming(chatKey);
  const sendKey = useReported(({ app }) => app?.settings.sendKey ?? 'enter');
  const blocked = useBlocker(chatKey, streaming);
  const input = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    input.current?.focus({ preventScroll: true });
    return input.current === null ? undefined : insertLongTextAtOnce(input.current);
  }, []);

  const submit = () => {
    if (blocked === null) void send(chatKey);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event.nativeEvent)) return;
    if (sendsWith(event, sendKey)) {
      event.preventDefault();
      submit();
    } else if (event.key === 'ArrowUp' && draft.text === '') bringLastPrompt(event, chatKey);
  };
  return (
    <div className="flex-none px-5 pb-3">
      <div className="mx-auto flex max-w-[800px] flex-col gap-2">
        {draft.error !== undefined && <ErrorCard error={draft.error} />}
        <form
          className="rounded-card border border-line bg-raised shadow-float focus-within:border-accent"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <textarea
            ref={input}
            aria-label="Message"
            data-focus="composer"
            rows={1}
            placeholder="Ask anything…"
            value={draft.text}
            onChange={(event) => setDraft(chatKey, { text: event.target.value, error: undefined })}
            onKeyDown={onKeyDown}
            className="block max-h-[40vh] min-h-[44px] w-full resize-none overflow-y-auto rounded-card bg-transparent px-4 pt-3 pb-1 outline-none [field-sizing:content]"
          />
          <div className="flex items-center gap-2 py-2 pr-2 pl-4">
            <Hint text={blocked} sendKey={sendKey} />
            {streaming ? (
              <Button tone="plain" onClick={() => void stop(chatKey)} title="Stop (Esc)">
                <Square className="icon size-3.5" aria-hidden />
                Stop
              </Button>
            ) : (
              <Button
                type="submit"
                tone="primary"
                aria-disabled={draft.sending || blocked !== null || draft.text.trim() === ''}
              >
                <ArrowUp className="icon" aria-hidden />
                Send
              </Button>
            )}
          </div>
        </form>
      </div>
    </div>
  );
}

function Hint({ text, sendKey }: { text: string | null; sendKey: 'enter' | 'ctrl-enter' }) {
  const usual = sendKey === 'enter' ? 'Shift+Enter for a new line' : `${modKey}+Enter sends`;
  return (
    <p className={`min-w-0 flex-1 text-sm ${text === null ? 'truncate text-muted' : 'text-warn'}`}>
      {text ?? usual}
    </p>
  );
}

const useIsStreaming = (chatKey: string) => (useConversation(chatKey)?.streamingMessageIds.length ?? 0) > 0;

/** Why nothing can be sent now, in a sentence. */
function useBlocker(chatKey: string, streaming: boolean): string | null {
  const brokenExtra = useExtraMistake(chatKey) !== null;
  const typed = usePerson(({ drafts }) => (drafts[chatKey]?.text ?? '') !== '');
  const model = useModel(chatKey);
  if (streaming) return typed ? 'Wait for the reply to end, or stop it with Esc' : null;
  if (brokenExtra) return 'Correct the extra parameters in the run settings first';
  if (model === null) return 'Choose a model first';
  return null;
}

function bringLastPrompt(event: KeyboardEvent<HTMLTextAreaElement>, chatKey: string): void {
  if (chatKey === NEW_CHAT) return;
  const { messages, conversations } = useReported.getState();
  const text = lastPrompt(messages, conversations[chatKey]?.leafId ?? null);
  if (text === null) return;
  event.preventDefault();
  const { currentTarget } = event;
  setDraft(chatKey, { text });
  requestAnimationFrame(() => currentTarget.setSelectionRange(text.length, text.length));
}
