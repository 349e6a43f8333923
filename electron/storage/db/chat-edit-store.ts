import type { ChatEdit, EditKind } from '../../../shared/chat/edits';
import type { ChatEditStore } from '../../core/ports/chat-edits';
import type { Database } from './driver';
import { storedId } from './ids';

interface Row {
  id: string;
  conversation_id: string;
  kind: EditKind;
  of_id: string | null;
  message_id: string | null;
  made_id: string | null;
  made: number;
  before_leaf_id: string | null;
  after_leaf_id: string | null;
  at: number;
  undone_at: number | null;
}

const isGone = (column: string): string =>
  `(e.${column} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM message_rows WHERE id = ${storedId(`e.${column}`)}))`;

/** Edits that lead to messages which no longer exist. */
const DANGLING_EDITS = ['made_id', 'before_leaf_id', 'after_leaf_id'].map(isGone).join(' OR ');

export function createChatEditStore(database: Database): ChatEditStore {
  return {
    get(id) {
      const row = database.get<Row>('SELECT * FROM chat_edits WHERE id = ?', id);
      return row && toEdit(row);
    },
    add(edit) {
      database.run(
        `INSERT INTO chat_edits (id, conversation_id, kind, of_id, message_id, made_id, made, before_leaf_id,
           after_leaf_id, at, undone_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        ...[edit.id, edit.conversationId, edit.kind, edit.ofId, edit.messageId, edit.madeId, edit.made],
        ...[edit.beforeLeafId, edit.afterLeafId, edit.at, edit.undoneAt],
      );
    },
    of: (conversationId, limit) =>
      database
        .all<Row>(
          'SELECT * FROM chat_edits WHERE conversation_id = ? ORDER BY seq DESC LIMIT ?',
          conversationId,
          limit,
        )
        .map(toEdit),
    setUndone(id, at) {
      database.run('UPDATE chat_edits SET undone_at = ? WHERE id = ?', at, id);
    },
    purge() {
      database.run(`DELETE FROM chat_edits AS e WHERE ${DANGLING_EDITS}`);
    },
  };
}

const toEdit = (row: Row): ChatEdit => ({
  id: row.id,
  conversationId: row.conversation_id,
  kind: row.kind,
  ofId: row.of_id,
  messageId: row.message_id,
  madeId: row.made_id,
  made: row.made,
  beforeLeafId: row.before_leaf_id,
  afterLeafId: row.after_leaf_id,
  at: row.at,
  undoneAt: row.undone_at,
});
