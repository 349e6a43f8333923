import { useEffect, useState } from 'react';
import { submit } from '../../../parts/chat/chat-actions';
import { useCoreState } from '../../../state/core/core-state';
import { draftOf, useIsReported } from '../../../state/ui/drafts';
import { useModel } from '../../../state/ui/selectors';

/**
 * Whether nothing can be sent yet: the core has not reported the chat and its settings, or no model can be chosen
 * because the profile's first list of them is still on its way.
 */
export function useIsWaiting(chatKey: string): boolean {
  const model = useModel(chatKey);
  const isReported = useIsReported(chatKey);
  return useCoreState(({ app }) => {
    if (!isReported) return true;
    const isOnItsWay = app?.catalogue.refreshedAt === null && app.catalogue.error === null;
    return model === null && isOnItsWay;
  });
}

/**
 * The way to send what is typed. Asked before anything can be sent, it sends as soon as that can be,
 * unless the text was changed meanwhile.
 *
 * @param blocked why nothing can be sent now; `null` where it can
 */
export function useSubmit(chatKey: string, blocked: string | null): () => void {
  const [askedFor, setAskedFor] = useState<string | null>(null);
  const waits = useIsWaiting(chatKey);
  useEffect(() => {
    if (askedFor === null || waits) return;
    setAskedFor(null);
    if (blocked === null && draftOf(chatKey).text === askedFor) void submit(chatKey);
  }, [askedFor, waits, blocked, chatKey]);
  return () => {
    if (blocked === null) void submit(chatKey);
    else if (waits) setAskedFor(draftOf(chatKey).text);
  };
}
