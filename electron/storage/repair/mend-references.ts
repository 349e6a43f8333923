/** Makes recovered rows reachable whose related rows were lost, so that they can be seen. */
import type { Database } from '../db/driver';

export function mendReferences(database: Database): void {
  database.transaction(() => {
    database.exec(CHATS);
    database.exec(BRANCHES);
    database.exec(PARTS);
    removeOrphans(database);
  });
}

/** Messages whose chat was lost get a chat. */
const CHATS = `
  INSERT INTO conversations (id, title, created_at, updated_at, settings)
    SELECT conversation_id, 'Recovered chat', min(created_at), max(created_at), '{}' FROM messages
    WHERE conversation_id NOT IN (SELECT id FROM conversations) GROUP BY conversation_id`;

/** A message whose parent was lost follows the one before it; a chat shows its newest message. */
const BRANCHES = `
  UPDATE messages SET parent_id = (
      SELECT before.id FROM messages before
      WHERE before.conversation_id = messages.conversation_id AND before.seq < messages.seq
      ORDER BY before.seq DESC LIMIT 1)
    WHERE parent_id IS NOT NULL AND parent_id NOT IN (SELECT id FROM messages);
  UPDATE conversations SET leaf_id = (
      SELECT id FROM messages WHERE conversation_id = conversations.id AND removed_at IS NULL
      ORDER BY seq DESC LIMIT 1)
    WHERE leaf_id IS NULL OR leaf_id NOT IN (SELECT id FROM messages)`;

/** A part whose file was lost still has its type and its name. */
const PARTS = `UPDATE message_parts SET file_seq = NULL
  WHERE file_seq IS NOT NULL AND file_seq NOT IN (SELECT seq FROM files)`;

/** Rows that mean nothing without the row they belong to. */
function removeOrphans(database: Database): void {
  const orphans = database.all<{ table: string; rowid: number | null }>('PRAGMA foreign_key_check');
  for (const { table, rowid } of orphans) {
    if (rowid !== null) database.run(`DELETE FROM "${table}" WHERE rowid = ?`, rowid);
  }
}
