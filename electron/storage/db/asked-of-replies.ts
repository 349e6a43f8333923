/** What replies were asked with beside their messages: schemas, each kept once in its chat, and words to begin with. */
import type { SchemaFormat } from '../../../shared/run/response-format';
import type { MessageStore } from '../../core/ports/chat';
import type { Database } from './driver';
import { toStoredId } from './ids';
import { readJson } from './json-column';

type Asked = Pick<MessageStore, 'askedFormat' | 'keepFormat' | 'beginning' | 'noteBeginning'>;

export const askedOfReplies = (database: Database): Asked => ({
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
  beginning: ({ id, conversationId }) =>
    database.get<{ characters: number }>(
      'SELECT characters FROM reply_beginnings WHERE conversation_id = ? AND reply_id = ?',
      conversationId,
      id,
    )?.characters ?? 0,
  noteBeginning({ id, conversationId }, characters) {
    database.run(
      `INSERT INTO reply_beginnings (conversation_id, reply_id, characters) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET characters = excluded.characters`,
      conversationId,
      id,
      characters,
    );
  },
});
