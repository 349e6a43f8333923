import type { Conversation } from '../../shared/chat';
import type { Microcredits } from '../../shared/credits';
import type { ConversationStore } from '../core/ports';
import type { Database } from './driver';

interface Row {
  id: string;
  title: string;
  created_at: number;
  updated_at: number;
  leaf_id: string | null;
  model: string | null;
  settings: string;
  credits_used: Microcredits;
  unknown_costs: number;
  streaming_ids: string;
}

const SELECT = `
  SELECT c.*,
    (SELECT coalesce(sum(used), 0) FROM ledger WHERE conversation_id = c.id) AS credits_used,
    (SELECT count(*) FROM ledger WHERE conversation_id = c.id AND used IS NULL AND outcome <> 'refused') AS unknown_costs,
    (SELECT json_group_array(id) FROM messages WHERE conversation_id = c.id AND status = 'streaming') AS streaming_ids
  FROM conversations c`;

export function createConversationStore(database: Database): ConversationStore {
  return {
    page: (cursor, limit) => page(database, cursor, limit),
    get(id) {
      const row = database.get<Row>(`${SELECT} WHERE c.id = ?`, id);
      return row && toConversation(row);
    },
    create({ id, title, createdAt, model, settings }) {
      database.run(
        'INSERT INTO conversations (id, title, created_at, updated_at, model, settings) VALUES (?, ?, ?, ?, ?, ?)',
        id,
        title,
        createdAt,
        createdAt,
        model,
        JSON.stringify(settings),
      );
    },
    rename(id, title) {
      database.run('UPDATE conversations SET title = ? WHERE id = ?', title, id);
    },
    remove(id) {
      database.run('DELETE FROM conversations WHERE id = ?', id);
    },
    configure(id, { model, settings }) {
      if (model !== undefined) database.run('UPDATE conversations SET model = ? WHERE id = ?', model, id);
      if (settings !== undefined) {
        database.run('UPDATE conversations SET settings = ? WHERE id = ?', JSON.stringify(settings), id);
      }
    },
    setLeaf(id, leafId, updatedAt) {
      database.run(
        'UPDATE conversations SET leaf_id = ?, updated_at = coalesce(?, updated_at) WHERE id = ?',
        leafId,
        updatedAt ?? null,
        id,
      );
    },
  };
}

/** Keyset paging: a page costs the same however many conversations there are. */
function page(database: Database, cursor: string | null, limit: number) {
  const [updatedAt, id] = parseCursor(cursor);
  const rows = database.all<Row>(
    `${SELECT} WHERE (c.updated_at, c.id) < (?, ?) ORDER BY c.updated_at DESC, c.id DESC LIMIT ?`,
    updatedAt,
    id,
    limit + 1,
  );
  const conversations = rows.slice(0, limit).map(toConversation);
  const last = conversations.at(-1);
  const nextCursor = rows.length > limit && last ? `${last.updatedAt} ${last.id}` : null;
  return { conversations, nextCursor };
}

function parseCursor(cursor: string | null): [number, string] {
  const [updatedAt, id] = cursor?.split(' ') ?? [];
  return [Number(updatedAt ?? Number.MAX_SAFE_INTEGER) || 0, id ?? ''];
}

function toConversation(row: Row): Conversation {
  return {
    id: row.id,
    title: row.title,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    leafId: row.leaf_id,
    model: row.model,
    settings: JSON.parse(row.settings),
    creditsUsed: row.credits_used,
    hasUnknownCost: row.unknown_costs > 0,
    streamingMessageIds: JSON.parse(row.streaming_ids),
  };
}
