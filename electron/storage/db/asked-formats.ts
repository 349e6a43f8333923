/** The schemas that replies were asked with, each kept once in its chat. */
import type { SchemaFormat } from '../../../shared/run/response-format';
import type { MessageStore } from '../../core/ports/chat';
import type { Database } from './driver';
import { toStoredId } from './ids';
import { readJson } from './json-column';

export const askedFormats = (database: Database): Pick<MessageStore, 'askedFormat' | 'keepFormat'> => ({
  askedFormat(id) {
    const row = database.get<{ format: string }>(
      `SELECT f.format FROM message_rows m JOIN conversations c ON c.seq = m.conversation_seq
         JOIN asked_formats f ON f.conversation_id = c.id AND f.key = m.asked_format
       WHERE m.id = ?`,
      toStoredId(id),
    );
    return row === undefined ? null : readJson<SchemaFormat | null>(row.format, null);
  },
  keepFormat(conversationId, key, format) {
    database.run(
      'INSERT INTO asked_formats (conversation_id, key, format) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
      conversationId,
      key,
      JSON.stringify(format),
    );
  },
});
