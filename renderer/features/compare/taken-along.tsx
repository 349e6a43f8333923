import { useCoreState } from '../../state/core/core-state';
import { setCompareDraft, useCompareDraft } from '../../state/ui/compares';
import { Button } from '../../ui/button';

/** Says that new chats of the comparison begin with another one, and lets them begin empty. */
export function TakenAlong({ draftKey }: { draftKey: string }) {
  const { after } = useCompareDraft(draftKey);
  const title = useCoreState(({ conversations }) => after && conversations[after.conversationId]?.title);
  if (after === undefined) return null;
  return (
    <div className="flex flex-none items-center gap-3 border-line border-b bg-panel px-5 py-1.5 text-sm">
      <p className="min-w-0 flex-1 truncate text-muted" title={title}>
        Each column begins with the chat so far{title === undefined ? '' : `: ${title}`}
      </p>
      <Button className="h-7 flex-none" onClick={() => setCompareDraft(draftKey, { after: undefined })}>
        Start empty
      </Button>
    </div>
  );
}
