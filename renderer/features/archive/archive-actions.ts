/** Taking everything along, and taking it in. */
import type { Envelope } from '../../../shared/errors';
import { saveText } from '../../lib/save-text';
import { sendArchive } from '../../link/bridge';
import { call } from '../../link/call';
import { announce } from '../../state/announce';
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

const types = { markdown: 'text/markdown', json: 'application/json' } as const;

/** The branch on show as Markdown, or the whole tree as JSON. */
export async function exportConversation(id: string, format: keyof typeof types): Promise<void> {
  const answer = await call('conversations.export', { id, format });
  if (answer.ok) saveText(answer.value.text, answer.value.fileName, types[format]);
  announce(answer.ok ? `Exported as ${answer.value.fileName}` : answer.error.message);
}
