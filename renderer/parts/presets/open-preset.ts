import type { Envelope } from '../../../shared/errors';
import type { Preset } from '../../../shared/run/presets';
import { call } from '../../link/call';
import { announce } from '../../state/announce';
import { createIntents } from '../../state/idempotent-ask';
import { openConversation } from '../../state/ui/navigation';

const chats = createIntents();

/** Opens a new chat that begins with the messages of a preset. */
export async function openPreset({ id, name }: Preset): Promise<Envelope<null>> {
  const answer = await chats.ask(id, (newId) => call('presets.open', { id, newId }));
  if (answer?.ok === false) return answer;
  if (answer !== null) {
    announce(`New chat from ${name}`);
    openConversation(answer.value.conversationId);
  }
  return { ok: true, value: null };
}
