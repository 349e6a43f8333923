/** Exporting and importing everything. */
import type { Envelope } from '../../../shared/errors';
import { call } from '../../link/call';
import { sendArchive } from '../../link/send-archive';
import { openConversation } from '../../state/ui/navigation';

/** Passes on the chosen file: the desktop app opens its own dialog, a browser uploads it. */
export async function chooseArchive(file: File | null): Promise<Envelope<{ archiveId: string } | null>> {
  return file === null ? call('archive.choose', {}) : sendArchive(file);
}

/** A larger file can't be sent to the core in one call. */
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
