import { limits } from '../../../shared/limits';
import type { Database } from '../db/driver';
import { withQueued } from './queued-draft';
import type { RestoreContext } from './restore-context';
import type { Row } from './row';

/**
 * Queued messages, as archives of earlier versions hold them. Stored as they are, they would be sent, and charged,
 * after the next reply. The typed text becomes part of the chat's draft instead.
 */
export function restoreQueued(database: Database, rows: Iterable<Row>, { isAdded }: RestoreContext): void {
  for (const { conversation_id: chat, text } of rows) {
    if (!isAdded('conversations', chat) || typeof text !== 'string') continue;
    const query = 'SELECT draft FROM conversations WHERE id = ?';
    const before = database.get<{ draft: string }>(query, chat ?? null)?.draft ?? '';
    const draft = withQueued(before, [text]);
    if (draft.length > limits.messageCharacters) continue;
    database.run('UPDATE conversations SET draft = ? WHERE id = ?', draft, chat ?? null);
  }
}
