/** Places up to which the gateway keeps the prompt, as the page sets and shows them. */
import type { Message } from '../../../shared/chat/chat';
import { takesCachePoints } from '../../../shared/gateways/cache-points';
import { call } from '../../link/call';
import { announce } from '../../state/announce';
import { useCoreState } from '../../state/core/core-state';
import { useModel } from '../../state/ui/selectors';
import { showUndoError } from '../../state/undo';

/** Whether the model that is chosen for a chat takes cache points. */
export function useTakesCachePoints(conversationId: string): boolean {
  const model = useModel(conversationId);
  return useCoreState(({ app }) => {
    const profile = app?.profiles.find(({ id }) => id === app.activeProfileId);
    const known = app?.catalogue.models.find(({ id }) => id === model);
    return takesCachePoints(profile?.connection?.gateway, known);
  });
}

export async function setCachePoint({ id: messageId }: Pick<Message, 'id'>, isOn: boolean): Promise<void> {
  const answer = await call('chat.setCachePoint', { messageId, isOn });
  if (answer.ok) announce(isOn ? 'Cache point set' : 'Cache point removed');
  else showUndoError(answer.error);
}
