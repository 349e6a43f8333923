import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import type { Message } from '../../../../shared/chat/chat';
import { commandAt } from '../../../commands/shortcuts';
import { focusOnAppearing } from '../../../lib/typed-ahead';
import { useCoreState } from '../../../state/core/core-state';
import { saysSomething } from '../../../state/ui/draft-state';
import { dropDraft, editKey, setDraft, useDraft } from '../../../state/ui/drafts';
import { useIsReplying } from '../../../state/ui/selectors';
import { ErrorCard } from '../../../ui/alert';
import { Button } from '../../../ui/button';
import { directionFor } from '../../composer/direction';
import { sendsBy } from '../../composer/send-key';
import { useFieldHistory } from '../../composer/use-field-history';
import { AttachedImages } from '../images/attached-images';
import { resend } from '../reply-actions';

/** Edits a message: sent as a branch beside the old one, which stays. */
export function EditForm({ message }: { message: Message }) {
  const key = editKey(message.id);
  const draft = useDraft(key);
  const { error, sending = false } = draft;
  const busy = useIsReplying(message.conversationId);
  const input = useRef<HTMLTextAreaElement>(null);
  const submit = () => {
    if (!busy) void resend(message);
  };
  const cancel = () => {
    dropDraft(key);
    const editButton = () => document.querySelector<HTMLElement>(`[data-edit="${CSS.escape(message.id)}"]`);
    requestAnimationFrame(() => focusOnAppearing(editButton()));
  };
  return (
    <form
      className="flex w-full flex-col gap-2 rounded-card border border-accent bg-raised p-2"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <EditField draftKey={key} input={input} onSubmit={submit} onCancel={cancel} />
      <AttachedImages draftKey={key} chatKey={message.conversationId} input={input} className="px-2" />
      {error !== undefined && <ErrorCard error={error} />}
      <div className="flex items-center justify-end gap-2">
        <p className="flex-1 px-2 text-muted text-sm">
          {busy ? 'Wait for the reply to finish, or stop it' : 'Keeps the old version as a branch'}
        </p>
        <Button onClick={cancel}>Cancel</Button>
        <Button type="submit" tone="primary" aria-disabled={busy || sending || !saysSomething(draft)}>
          Send again
        </Button>
      </div>
    </form>
  );
}

interface EditFieldProps {
  draftKey: string;
  input: RefObject<HTMLTextAreaElement | null>;
  onSubmit: () => void;
  onCancel: () => void;
}

function EditField({ draftKey, input, onSubmit, onCancel }: EditFieldProps) {
  const { text } = useDraft(draftKey);
  useFieldHistory(input, text);
  const sendKey = useCoreState(({ app }) => app?.settings.sendKey ?? 'enter');
  useEffect(() => {
    const area = input.current;
    area?.focus({ preventScroll: true });
    area?.setSelectionRange(area.value.length, area.value.length);
  }, [input]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' && !sendsBy(commandAt(event.nativeEvent, 'composer')?.id, sendKey)) return;
    event.preventDefault();
    if (event.key === 'Escape') onCancel();
    else onSubmit();
  };
  return (
    <textarea
      ref={input}
      aria-label="Edited message"
      dir={directionFor(text)}
      value={text}
      onChange={(event) => setDraft(draftKey, { text: event.target.value, error: undefined })}
      onKeyDown={onKeyDown}
      className="block max-h-[50vh] min-h-[60px] w-full resize-none overflow-y-auto bg-transparent px-2 py-1 outline-none [field-sizing:content]"
    />
  );
}
