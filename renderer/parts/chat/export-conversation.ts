import { saveText } from '../../lib/download';
import { call } from '../../link/call';
import { announce } from '../../state/announce';

const types = { markdown: 'text/markdown', json: 'application/json' } as const;

/** The visible branch as Markdown, or the whole tree as JSON. */
export async function exportConversation(id: string, format: keyof typeof types): Promise<void> {
  const answer = await call('conversations.export', { id, format });
  if (answer.ok) saveText(answer.value.text, answer.value.fileName, types[format]);
  announce(answer.ok ? `Exported as ${answer.value.fileName}` : answer.error.message);
}
