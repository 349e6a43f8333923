import { toRefs } from '../../../shared/attachments';
import type { Message } from '../../../shared/chat';
import { formatCredits } from '../../../shared/credits';
import { formatCost, formatDuration } from '../../lib/format';
import type { CodeInput } from '../../parts/code/code-input';
import { ViewCodeButton } from '../../parts/code/view-code';
import { InspectorButton } from '../../parts/inspector/inspector-button';
import { useReported } from '../../state/core/reported';
import { draftOf } from '../../state/ui/drafts';
import { NEW_CHAT } from '../../state/ui/route';
import { chosenModel, chosenSettings, useConversation } from '../../state/ui/selectors';

/** The figures of the last reply on show, and what the whole conversation took. */
export function ChatFooter({ conversationId }: { conversationId: string | null }) {
  const conversation = useConversation(conversationId);
  const last = useReported(({ messages }) => messages[conversation?.leafId ?? '']);
  return (
    <footer className="flex h-8 flex-none items-center gap-3 overflow-hidden whitespace-nowrap border-line border-t bg-panel px-3 text-muted text-sm">
      <InspectorButton />
      {last?.role === 'assistant' && last.status !== 'streaming' && <LastCall message={last} />}
      <span className="flex-1" />
      {conversation !== undefined && (
        <span>
          This chat{' '}
          <span className="text-credit">
            {formatCredits(conversation.creditsUsed)} cr
            {conversation.hasUnknownCost && ' + unknown'}
          </span>
        </span>
      )}
      <ViewCodeButton look="words" input={() => nextCall(conversationId)} why="Choose a model first." />
    </footer>
  );
}

/** What Send would send, as things stand. */
function nextCall(conversationId: string | null): CodeInput | null {
  const key = conversationId ?? NEW_CHAT;
  const model = chosenModel(key);
  const { text, attachments = [] } = draftOf(key);
  if (model === null) return null;
  return {
    ...{ of: 'chat', conversationId, model, settings: chosenSettings(key) },
    text: text.trim() === '' ? '' : text,
    attachments: toRefs(attachments),
  };
}

function LastCall({ message }: { message: Message }) {
  const { usage, firstTokenMs, totalMs, creditsUsed } = message;
  const tokens = usage === null ? null : usage.promptTokens + usage.completionTokens;
  return (
    <span className="truncate">
      {tokens !== null && <>{tokens} tokens · </>}
      {firstTokenMs !== null && <>first token {formatDuration(firstTokenMs)} · </>}
      {totalMs !== null && <>total {formatDuration(totalMs)} · </>}
      <span className="text-credit">{formatCost(creditsUsed)}</span>
    </span>
  );
}
