import type { Message, PaidElsewhere } from '../../../shared/chat/chat';
import { costText } from '../../../shared/money/cost';
import { formatDuration, replyCost } from '../../lib/format';
import { usageDetails, usageText, useSharedFigures } from '../../parts/chat/message/choices';
import type { CodeInput } from '../../parts/code/code-input';
import { RunFooter, SumOfRuns } from '../../parts/run-footer';
import { useCoreState } from '../../state/core/core-state';
import { newMessage } from '../../state/ui/chat-request';
import { draftOf } from '../../state/ui/drafts';
import { NEW_CHAT } from '../../state/ui/route';
import { useConversation } from '../../state/ui/selectors';

/** The figures of the last reply on show, and what the whole conversation took. */
export function ChatFooter({ conversationId }: { conversationId: string | null }) {
  const conversation = useConversation(conversationId);
  const last = useCoreState(({ messages }) => messages[conversation?.leafId ?? '']);
  return (
    <RunFooter
      last={last?.role === 'assistant' && last.status !== 'streaming' && <LastCall message={last} />}
      total={
        conversation !== undefined && (
          <SumOfRuns label="This chat">
            {costText(conversation.cost)}
            {conversation.hasUnknownCost && ' + unknown'}
            {conversation.paidElsewhere !== undefined && ` · ${elsewhereText(conversation.paidElsewhere)}`}
          </SumOfRuns>
        )
      }
      nextCall={() => nextCall(conversationId)}
    />
  );
}

/** `12.5 cr + unknown before import`. */
const elsewhereText = ({ hasUnknownCost, cost }: PaidElsewhere): string =>
  `${costText(cost)}${hasUnknownCost ? ' + unknown' : ''} before import`;

/** The request that Send would send now. */
function nextCall(conversationId: string | null): CodeInput | null {
  const key = conversationId ?? NEW_CHAT;
  const { text, attachments } = draftOf(key);
  const request = newMessage(key, { text: text.trim() === '' ? '' : text, attachments });
  return request && { of: 'chat', ...request };
}

function LastCall({ message }: { message: Message }) {
  const { usage, firstTokenMs, totalMs } = message;
  const shared = useSharedFigures(message);
  if (shared !== null) return <span className="truncate">{shared}</span>;
  return (
    <span className="truncate">
      {usage !== null && <span title={`Tokens\n${usageDetails(usage)}`}>{`${usageText(usage)} · `}</span>}
      {firstTokenMs !== null && <>first token {formatDuration(firstTokenMs)} · </>}
      {totalMs !== null && <>total {formatDuration(totalMs)} · </>}
      <span className="text-credit">{replyCost(message)}</span>
    </span>
  );
}
