import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect } from 'react';
import { commandAt } from '../../../commands/shortcuts';
import { focusOnAppearing } from '../../../lib/focus';
import { directionFor } from '../../../parts/composer/direction';
import { sendsBy } from '../../../parts/composer/send-key';
import { useCoreState } from '../../../state/core/core-state';
import { joinDrafts, setDraft, useDraft, useIsReported } from '../../../state/ui/drafts';
import { NEW_CHAT } from '../../../state/ui/route';
import { lastPrompt } from './last-prompt';
import { useHeldEnter } from './use-held-enter';

interface MessageFieldProps {
  chatKey: string;
  input: RefObject<HTMLTextAreaElement | null>;
  onSubmit: () => void;
}

export function MessageField({ chatKey, input, onSubmit }: MessageFieldProps) {
  const { text } = useDraft(chatKey);
  const isReady = useCoreState(({ app }) => app !== null);
  const sendKey = useCoreState(({ app }) => app?.settings.sendKey ?? 'enter');
  const isReported = useIsReported(chatKey);
  const sends = (event: globalThis.KeyboardEvent) => sendsBy(commandAt(event, 'composer')?.id, sendKey);
  const holdEnter = useHeldEnter({ chatKey, isReady, sends, onSubmit });
  useLayoutEffect(() => {
    if (isReported) joinDrafts(chatKey);
  }, [isReported, chatKey]);
  useEffect(() => focusOnAppearing(input.current), [input]);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (holdEnter(event)) return;
    if (sends(event.nativeEvent)) {
      event.preventDefault();
      onSubmit();
    } else if (text === '' && commandAt(event.nativeEvent, 'composer')?.id === 'composer.last') {
      bringLastPrompt(event, chatKey);
    }
  };
  return (
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
  );
}

function bringLastPrompt(event: KeyboardEvent<HTMLTextAreaElement>, chatKey: string): void {
  if (chatKey === NEW_CHAT) return;
  const { messages, conversations } = useCoreState.getState();
  const text = lastPrompt(messages, conversations[chatKey]?.leafId ?? null);
  if (text === null) return;
  event.preventDefault();
  const { currentTarget: area } = event;
  const load = () => import('../../../parts/prompts/insert-text');
  // What was typed before the code came stays.
  void load().then(
    ({ insertText }) => area.isConnected && area.value === '' && insertText(area, 0, 0, text),
    () => undefined,
  );
}
