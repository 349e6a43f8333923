import type { CommandInput } from '../../../shared/contract';
import type { Envelope } from '../../../shared/errors';
import type { OpenedPreset, Preset } from '../../../shared/run/presets';
import { call } from '../../link/call';
import { announce } from '../../state/announce';
import { createIntents } from '../../state/idempotent-ask';
import { openConversation } from '../../state/ui/navigation';

const chats = createIntents();

/** What becomes of files that the model doesn't take; by default they are asked about. */
type Files = Pick<CommandInput<'presets.open'>, 'asksFiles' | 'leaveOut'>;
export type NotTaken = NonNullable<OpenedPreset['notTaken']>;

/**
 * Opens a new chat that begins with the messages of a preset.
 * @returns the files that its model doesn't take, where it was not opened because of them
 */
export async function openPreset(
  { id, name }: Preset,
  files: Files = { asksFiles: true },
): Promise<Envelope<NotTaken | null>> {
  const answer = await chats.ask(`${id} ${JSON.stringify(files)}`, (newId) =>
    call('presets.open', { id, newId, ...files }),
  );
  if (answer?.ok === false) return answer;
  if (answer?.value.notTaken !== undefined) return { ok: true, value: answer.value.notTaken };
  if (answer !== null) {
    announce(`New chat from ${name}`);
    openConversation(answer.value.conversationId);
  }
  return { ok: true, value: null };
}
