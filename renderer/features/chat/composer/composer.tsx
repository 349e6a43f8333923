import { ArrowUp, ListPlus, Square } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { isComposing } from '../../../commands/keys';
import { commandAt } from '../../../commands/shortcuts';
import { useKeys, withKeysText } from '../../../commands/use-keys';
import { focusOnAppearing } from '../../../lib/focus';
import { stop } from '../../../parts/chat/chat-actions';
import { directionFor } from '../../../parts/composer/direction';
import { insertLongTextAtOnce } from '../../../parts/composer/insert-long-text';
import { removeAttachment } from '../../../parts/composer/remove-attachment';
import { sendsBy } from '../../../parts/composer/send-key';
import { SlashPrompts } from '../../../parts/prompts/slash-prompts';
import { useHasExtraMistake } from '../../../parts/run-settings/extra-text';
import { useCoreState } from '../../../state/core/core-state';
import { saysSomething } from '../../../state/ui/draft-state';
import { setDraft, useDraft } from '../../../state/ui/drafts';
import { NEW_CHAT } from '../../../state/ui/route';
import { useIsReplying, useModel } from '../../../state/ui/selectors';
import { Button } from '../../../ui/button';
import { later } from '../../../ui/later';
import { CostAhead, useCostAhead } from './cost-ahead';
import { lastPrompt } from './last-prompt';
import { useTakesImages } from './takes-images';
import { AddTextFiles, useTextFiles } from './text-files';
import { useSubmit, useWaitsForModels } from './use-submit';

const ComposerTools = later(
  () => import('./composer-tools').then((module) => module.ComposerTools),
  () => <span className="w-16 flex-none" />,
);
const ErrorCard = later(() => import('../../../ui/alert').then((module) => module.ErrorCard));
const ImageStrip = later(() =>
  import('../../../parts/chat/images/image-strip').then((module) => module.ImageStrip),
);
const QueuedMessages = later(() => import('./queued-messages').then((module) => module.QueuedMessages));

/** The message field. It has its own state, so that typing redraws nothing else. */
export function Composer({ chatKey }: { chatKey: string }) {
  const draft = useDraft(chatKey);
  const { text, attachments = [], error, sending = false } = draft;
  const streaming = useIsReplying(chatKey);
  const sendKey = useCoreState(({ app }) => app?.settings.sendKey ?? 'enter');
  const blocked = useBlocker(chatKey);
  const isBlocked = blocked !== null && blocked !== waitingText;
  const input = useRef<HTMLTextAreaElement>(null);
  const files = useTextFiles(chatKey, input);
  useEffect(() => {
    focusOnAppearing(input.current);
    return input.current === null ? undefined : insertLongTextAtOnce(input.current);
  }, []);

  const submit = useSubmit(chatKey, blocked);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event.nativeEvent)) return;
    const command = commandAt(event.nativeEvent, 'composer')?.id;
    if (sendsBy(command, sendKey)) {
      event.preventDefault();
      submit();
    } else if (text === '' && command === 'composer.last') {
      bringLastPrompt(event, chatKey);
    }
  };
  return (
    <div className="flex-none px-5 pb-3">
      <div className="mx-auto flex max-w-[760px] flex-col gap-2">
        {error !== undefined && <ErrorCard error={error} />}
        <QueuedMessages chatKey={chatKey} />
        <form
          className="relative rounded-card border border-line bg-raised shadow-float focus-within:border-accent data-[over]:border-accent"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
          {...files.target}
        >
          <textarea
            ref={input}
            aria-label="Message"
            data-focus="composer"
            dir={directionFor(text)}
            rows={1}
            placeholder="Ask anything…"
            value={text}
            onChange={(event) => setDraft(chatKey, { text: event.target.value, error: undefined })}
            onKeyDown={onKeyDown}
            className="block max-h-[40vh] min-h-[44px] w-full resize-none overflow-y-auto rounded-card bg-transparent px-4 pt-3 pb-1 outline-none [field-sizing:content]"
          />
          <ImageStrip
            images={attachments}
            label="Attached images"
            className="px-4 pt-2 pb-1"
            onRemove={(index) => {
              removeAttachment(chatKey, index);
              input.current?.focus({ preventScroll: true });
            }}
          />
          {files.refusal !== null && (
            <p role="alert" className="px-4 text-bad text-sm">
              {files.refusal}
            </p>
          )}
          {isBlocked && <p className="px-4 pt-1 text-sm text-warn">{blocked}</p>}
          <div className="flex items-center gap-2 py-2 pr-2 pl-2">
            <AddTextFiles onFiles={files.add} />
            <SlashPrompts input={input} />
            <ComposerTools chatKey={chatKey} input={input} onFiles={files.add} onRefusal={files.refuse} />
            <Hint isWaiting={blocked === waitingText} sendKey={sendKey} streaming={streaming} />
            <Buttons
              chatKey={chatKey}
              streaming={streaming}
              isBlocked={isBlocked}
              disabled={sending || blocked !== null || !saysSomething(draft)}
            />
          </div>
        </form>
      </div>
    </div>
  );
}

interface ButtonsProps {
  chatKey: string;
  streaming: boolean;
  isBlocked: boolean;
  disabled: boolean;
}

/** Send with what it may cost; while a reply is being written, Stop, and Queue for what is typed. */
function Buttons({ chatKey, streaming, isBlocked, disabled }: ButtonsProps) {
  const ahead = useCostAhead(chatKey);
  const sending = useKeys('composer.sendAlways');
  const stopping = useKeys('chat.stop');
  if (!streaming) {
    return (
      <>
        {!isBlocked && <CostAhead ahead={ahead} />}
        <Button
          type="submit"
          tone="primary"
          className="flex-none"
          aria-disabled={disabled}
          aria-keyshortcuts={sending.aria}
        >
          <ArrowUp className="icon" aria-hidden />
          Send{ahead?.inButton}
        </Button>
      </>
    );
  }
  return (
    <>
      {!disabled && (
        <Button type="submit" tone="primary" className="flex-none">
          <ListPlus className="icon" aria-hidden />
          Queue
        </Button>
      )}
      <Button
        className="flex-none"
        onClick={() => void stop(chatKey)}
        aria-keyshortcuts={stopping.aria}
        title={withKeysText('Stop', stopping)}
      >
        <Square className="icon size-3.5" aria-hidden />
        Stop
      </Button>
    </>
  );
}

/** Soon over, so that it takes no line of its own. */
const waitingText = 'Waiting for the list of models';

interface HintProps {
  isWaiting: boolean;
  sendKey: 'enter' | 'ctrl-enter';
  streaming: boolean;
}

function Hint({ isWaiting, sendKey, streaming }: HintProps) {
  const always = useKeys('composer.sendAlways').text ?? 'Send';
  const key = sendKey === 'enter' ? 'Enter' : always;
  const usual = sendKey === 'enter' ? 'Shift+Enter for a new line' : `${key} sends`;
  return (
    <p className={`min-w-0 flex-1 truncate text-sm ${isWaiting ? 'text-warn' : 'text-muted'}`}>
      {isWaiting ? waitingText : streaming ? `${key} sends it when this reply has ended` : usual}
    </p>
  );
}

/** Why nothing can be sent now, in a sentence. */
function useBlocker(chatKey: string): string | null {
  const brokenExtra = useHasExtraMistake(chatKey);
  const model = useModel(chatKey);
  const images = useDraft(chatKey).attachments?.length ?? 0;
  const taken = useTakesImages(chatKey);
  const waits = useWaitsForModels(chatKey);
  if (brokenExtra) return 'Correct the extra parameters in the run settings first';
  if (waits) return waitingText;
  if (model === null) return 'Choose a model first';
  if (images > 0 && !taken) return `${model} doesn’t accept images: choose another model, or remove them`;
  return null;
}

function bringLastPrompt(event: KeyboardEvent<HTMLTextAreaElement>, chatKey: string): void {
  if (chatKey === NEW_CHAT) return;
  const { messages, conversations } = useCoreState.getState();
  const text = lastPrompt(messages, conversations[chatKey]?.leafId ?? null);
  if (text === null) return;
  event.preventDefault();
  const { currentTarget } = event;
  setDraft(chatKey, { text });
  requestAnimationFrame(() => currentTarget.setSelectionRange(text.length, text.length));
}
