/** What replies were asked with beside their messages: schemas and settings, each kept once in its chat, and words to begin with. */
import { liftRunSettings } from '../../../shared/extra/lift-extra';
import type { RunSettings } from '../../../shared/run/chat-settings';
import type { SchemaFormat } from '../../../shared/run/response-format';
import { fingerprint } from '../../../shared/text/fingerprint';
import type { MessageStore } from '../../core/ports/chat';
import type { Database } from './driver';
import { toStoredId } from './ids';
import { readJson } from './json-column';

type Asked = Pick<
  MessageStore,
  'askedFormat' | 'keepFormat' | 'askedSettings' | 'keepSettings' | 'beginning' | 'noteBeginning'
>;

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
  askedSettings({ id, conversationId }) {
    const row = database.get<{ settings: string }>(
      `SELECT s.settings FROM reply_settings r
         JOIN asked_settings s ON s.conversation_id = r.conversation_id AND s.key = r.key
       WHERE r.conversation_id = ? AND r.reply_id = ?`,
      conversationId,
      id,
    );
    const settings = row === undefined ? null : readJson<RunSettings | null>(row.settings, null);
    return settings && liftRunSettings(settings);
  },
  keepSettings({ id, conversationId }, settings) {
    const text = JSON.stringify(settings);
    const key = fingerprint(text);
    database.run(
      'INSERT INTO asked_settings (conversation_id, key, settings) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
      conversationId,
      key,
      text,
    );
    database.run(
      `INSERT INTO reply_settings (conversation_id, reply_id, key) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET key = excluded.key`,
      conversationId,
      id,
      key,
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
