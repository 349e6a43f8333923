import { liftRunSettings } from '../../../shared/extra/lift-extra';
import type { RunSettings } from '../../../shared/run/chat-settings';
import type { ConversationStore, QueuedTurn } from '../../core/ports/chat';
import type { Database } from './driver';
import { setUses, toUsedFiles, usesJson } from './file-store';
import { readJson } from './json-column';

type Row = Omit<QueuedTurn, 'settings' | 'attachments'> & {
  readonly settings: string;
  readonly attachments: string;
};

const SELECT = `SELECT id, conversation_id AS conversationId, text, model, settings, profile_id AS profileId,
  parent_id AS parentId,
  ${usesJson('queued', 'queued_messages.id')} AS attachments FROM queued_messages`;

/** Messages that wait for a reply to end; stored on the disk, so that neither a reload nor a restart loses one. */
export function createMessageQueue(
  database: Database,
): Pick<ConversationStore, 'enqueue' | 'dequeue' | 'queuedTurn' | 'nextQueued'> {
  const one = (where: string, value: string): QueuedTurn | undefined => {
    const row = database.get<Row>(`${SELECT} WHERE ${where} ORDER BY seq LIMIT 1`, value);
    if (row === undefined) return undefined;
    const settings = liftRunSettings(readJson<RunSettings>(row.settings, {}));
    return { ...row, settings, attachments: toUsedFiles(readJson(row.attachments, [])) };
  };
  return {
    enqueue({ id, conversationId, text, model, settings, profileId, parentId, attachments = [] }) {
      database.run(
        `INSERT OR IGNORE INTO queued_messages (id, conversation_id, text, model, settings, profile_id, parent_id)
           VALUES (?, ?, ?, ?, ?, ?, ?)`,
        id,
        conversationId,
        text,
        model,
        JSON.stringify(settings),
        profileId,
        parentId,
      );
      if (attachments.length > 0) setUses(database, { kind: 'queued', id }, attachments);
    },
    dequeue(messageId) {
      const waiting = one('id = ?', messageId);
      database.run('DELETE FROM queued_messages WHERE id = ?', messageId);
      return waiting;
    },
    queuedTurn: (messageId) => one('id = ?', messageId),
    nextQueued: (conversationId) => one('conversation_id = ?', conversationId),
  };
}
