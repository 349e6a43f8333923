import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { commandAt } from '../../../commands/shortcuts';
import { focusOnAppearing } from '../../../lib/typed-ahead';
import { directionFor } from '../../../parts/composer/direction';
import { sendsBy } from '../../../parts/composer/send-key';
import { useCoreState } from '../../../state/core/core-state';
import { draftOf, joinDrafts, setDraft, useDraft, useIsReported } from '../../../state/ui/drafts';
import { NEW_CHAT } from '../../../state/ui/route';
import { lastPrompt } from './last-prompt';

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

interface Held {
  readonly event: globalThis.KeyboardEvent;
  readonly text: string;
  /** Where the caret was. */
  readonly at: number;
}

interface HeldEnterOptions {
  readonly chatKey: string;
  /** Whether the settings are known, which say what Enter does. */
  readonly isReady: boolean;
  readonly sends: (event: globalThis.KeyboardEvent) => boolean;
  readonly onSubmit: () => void;
}

/**
 * Holds an Enter that was pressed before the settings were known. Then it sends, unless the text was changed meanwhile,
 * or becomes the new line that it is by the settings.
 *
 * @returns takes a key; `true` where it was held
 */
function useHeldEnter({ chatKey, isReady, sends, onSubmit }: HeldEnterOptions) {
  const [held, hold] = useState<Held | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the settings are known.
  useEffect(() => {
    if (held === null || !isReady) return;
    hold(null);
    const { text } = draftOf(chatKey);
    if (!sends(held.event)) setDraft(chatKey, { text: `${text.slice(0, held.at)}\n${text.slice(held.at)}` });
    else if (text === held.text) onSubmit();
  }, [held, isReady]);
  return (event: KeyboardEvent<HTMLTextAreaElement>): boolean => {
    if (isReady || event.key !== 'Enter' || event.shiftKey) return false;
    event.preventDefault();
    const { value, selectionStart } = event.currentTarget;
    hold({ event: event.nativeEvent, text: value, at: selectionStart });
    return true;
  };
}
