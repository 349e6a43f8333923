import { useOfConversation } from '../../state/ui/selectors';

/** Beyond this many the rest is counted. */
const shownModels = 2;

/** The models used in a chat, if there are others than the selected one. */
export function UsedModels({
  conversationId,
  chosen,
}: {
  conversationId: string | null;
  chosen: string | null;
}) {
  const used = useOfConversation(conversationId, ({ usedModels }) => usedModels) ?? [];
  if (used.length === 0 || (used.length === 1 && used[0] === chosen)) return null;
  const rest = used.length - shownModels;
  return (
    <p className="min-w-0 truncate text-muted text-sm" title={`Models used in this chat: ${used.join(', ')}`}>
      Used: <bdi>{used.slice(0, shownModels).join(', ')}</bdi>
      {rest > 0 && ` +${rest}`}
    </p>
  );
}
