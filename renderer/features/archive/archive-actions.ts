/** Taking everything along, and taking it in. */
import type { Envelope } from '../../../shared/errors';
import { sendArchive } from '../../link/bridge';
import { call } from '../../link/call';
import { openConversation } from '../../state/ui/navigation';

/** Hands over the file a person chose: the desktop asks for it itself, a browser sends it. */
export async function chooseArchive(file: File | null): Promise<Envelope<{ archiveId: string } | null>> {
  return file === null ? call('archive.choose', {}) : sendArchive(file);
}

/** Above this a file cannot be handed to the core in one call. */
const conversationBytes = 7_500_000;

export async function importConversation(file: File): Promise<Envelope<unknown>> {
  if (file.size > conversationBytes) {
    const message = `“${file.name}” is too large for one conversation. Import an archive instead.`;
    return { ok: false, error: { code: 'invalid_input', message } };
  }
  const answer = await call('conversations.import', { json: await file.text() });
  if (answer.ok) openConversation(answer.value.conversationId);
  return answer;
}
