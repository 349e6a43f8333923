import { useEffect, useState } from 'react';
import { submit } from '../../../parts/chat/chat-actions';
import { useCoreState } from '../../../state/core/core-state';
import { draftOf } from '../../../state/ui/drafts';
import { useModel } from '../../../state/ui/selectors';

/** Whether no model can be chosen yet because the profile's first list of them is still on its way. */
export function useWaitsForModels(chatKey: string): boolean {
  const model = useModel(chatKey);
  return useCoreState(({ app }) => {
    const isOnItsWay = app?.catalogue.refreshedAt === null && app.catalogue.error === null;
    return model === null && isOnItsWay;
  });
}

/**
 * The way to send what is typed. Asked before the first list of models has come, it sends as soon as that is there,
 * unless the text was changed meanwhile.
 *
 * @param blocked why nothing can be sent now; `null` where it can
 */
export function useSubmit(chatKey: string, blocked: string | null): () => void {
  const [askedFor, setAskedFor] = useState<string | null>(null);
  const waits = useWaitsForModels(chatKey);
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
