import type { CommandInput } from '../../../../shared/contract';
import { call } from '../../../link/call';
import { useCoreState } from '../../../state/core/core-state';
import { flushConfig } from '../../../state/ui/config-actions';
import { withIntent } from '../reply-actions';

/** Sends what the tools return that a reply asked for; the model is asked again. `null` where nothing was sent. */
export async function answerTools(messageId: string, results: CommandInput<'chat.answerTools'>['results']) {
  const { conversationId } = useCoreState.getState().messages[messageId] ?? {};
  if (conversationId === undefined) return null;
  await flushConfig(conversationId);
  return withIntent(`answer ${messageId}`, (toolMessageId, isConfirmed) =>
    call('chat.answerTools', { messageId, toolMessageId, results, isConfirmed }),
  );
}
