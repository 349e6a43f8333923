import type { Conversation, QueuedMessage } from '../../../shared/chat/chat';
import type { ConversationOwner } from '../../../shared/chat/owner';
import { liftRunSettings } from '../../../shared/extra/lift-extra';
import { toCost } from '../../../shared/money/cost';
import type { RunSettings } from '../../../shared/run/chat-settings';
import type { ConversationStore } from '../../core/ports/chat';
import { searchConversations } from './conversation-search';
import { costSum, moneySum, readCost } from './cost-sql';
import type { Database, SqlValue } from './driver';
import { toUsedFiles, usesJson } from './file-store';
import { nameOf, outerId } from './ids';
import { readJson } from './json-column';
import { isUnknownOf } from './ledger-terms';
import { createMessageQueue } from './message-queue';

interface Row {
  id: string;
  title: string;
  created_at: number;
  updated_at: number;
  leaf_id: string | null;
  model: string | null;
  settings: string;
  cost: string;
  unknown_costs: number;
  paid_elsewhere: string | null;
  streaming_ids: string;
  used_models: string;
  is_pinned: number;
  is_unread: number;
  draft: string;
  queued: string;
  draft_attachments: string;
  owner_kind: ConversationOwner['kind'] | null;
  owner_id: string | null;
}

/** The calls on record of a chat `c`, whose number as a name `n` has. */
const CALLS = 'ledger_rows l WHERE l.conversation_seq = n.seq';

/** By the calls on record; an imported chat has none, and its replies say it. */
const usedModels = `CASE WHEN EXISTS (SELECT 1 FROM ${CALLS})
      THEN (SELECT json_group_array(${nameOf('model_seq')}) FROM (
        SELECT DISTINCT l.model_seq FROM ${CALLS} AND l.model_seq IS NOT NULL))
      ELSE (SELECT json_group_array(${nameOf('model_seq')}) FROM (
        SELECT DISTINCT m.model_seq FROM message_rows m WHERE m.conversation_seq = c.seq AND m.role = 'assistant'
          AND m.model_seq IS NOT NULL AND m.removed_at IS NULL)) END`;

/** `NULL` where no message came in a file. */
const PAID_ELSEWHERE = `(SELECT CASE WHEN count(*) = 0 THEN NULL ELSE json_object(
      'cost', json_object('credits', ${moneySum('stated_credits')}, 'usd', ${moneySum('stated_dollars')}),
      'unknown', sum(stated_credits IS NULL AND stated_dollars IS NULL)) END
    FROM message_rows WHERE conversation_seq = c.seq AND is_cost_stated = 1 AND removed_at IS NULL)`;

const SELECT = `
  SELECT c.*,
    (SELECT ${costSum('l')} FROM ${CALLS}) AS cost,
    (SELECT count(*) FROM ${CALLS} AND ${isUnknownOf('l', 'message_id')}) AS unknown_costs,
    ${usedModels} AS used_models,
    ${PAID_ELSEWHERE} AS paid_elsewhere,
    (SELECT json_group_array(${outerId('id')}) FROM message_rows WHERE conversation_seq = c.seq AND status = 'streaming') AS streaming_ids,
    (SELECT json_group_array(json_object('id', id, 'text', text,
      'attachments', json(${usesJson('queued', 'queued_messages.id')}))) FROM queued_messages WHERE conversation_id = c.id)
      AS queued,
    ${usesJson('draft', 'c.id')} AS draft_attachments
  FROM conversations c LEFT JOIN names n ON n.name = c.id`;

export function createConversationStore(database: Database): ConversationStore {
  return {
    page: (cursor, limit) => page(database, cursor, limit),
    get(id) {
      const row = database.get<Row>(`${SELECT} WHERE c.id = ? AND c.removed_at IS NULL`, id);
      return row && toConversation(row);
    },
    create({ id, title, createdAt, model, settings, owner = null }) {
      database.run(
        `INSERT INTO conversations (id, title, created_at, updated_at, model, settings, owner_kind, owner_id)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        ...[id, title, createdAt, createdAt, model, JSON.stringify(settings)],
        ...[owner?.kind ?? null, owner?.id ?? null],
      );
    },
    rename(id, title, byPerson) {
      const guard = byPerson ? '' : ' AND is_named = 0';
      database.run(
        `UPDATE conversations SET title = ?, is_named = ? WHERE id = ?${guard}`,
        title,
        Number(byPerson),
        id,
      );
    },
    setRemoved(id, at) {
      database.run('UPDATE conversations SET removed_at = ? WHERE id = ?', at, id);
    },
    setOwner(id, owner) {
      database.run(
        'UPDATE conversations SET owner_kind = ?, owner_id = ? WHERE id = ?',
        ...[owner?.kind ?? null, owner?.id ?? null, id],
      );
    },
    setRemovedOf({ kind, id }, at) {
      database.run(
        'UPDATE conversations SET removed_at = ? WHERE owner_kind = ? AND owner_id = ?',
        ...[at, kind, id],
      );
    },
    purgeRemoved() {
      database.run('DELETE FROM conversations WHERE removed_at IS NOT NULL');
    },
    mark: (id, change) => database.transaction(() => mark(database, id, change)),
    search: (query, limit, of) => searchConversations(database, query, limit, of),
    ...createMessageQueue(database),
    configure(id, { model, settings }) {
      database.transaction(() => {
        if (model !== undefined) database.run('UPDATE conversations SET model = ? WHERE id = ?', model, id);
        if (settings !== undefined)
          database.run('UPDATE conversations SET settings = ? WHERE id = ?', JSON.stringify(settings), id);
      });
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

function mark(database: Database, id: string, change: Parameters<ConversationStore['mark']>[1]): void {
  const set = (column: string, value: SqlValue) =>
    database.run(`UPDATE conversations SET ${column} = ? WHERE id = ?`, value, id);
  if (change.isPinned !== undefined) set('is_pinned', Number(change.isPinned));
  if (change.isUnread !== undefined) set('is_unread', Number(change.isUnread));
  if (change.draft !== undefined) set('draft', change.draft);
}

/** Keyset paging: a page costs the same however many conversations there are. */
function page(database: Database, cursor: string | null, limit: number) {
  const [isPinned, updatedAt, id] = parseCursor(cursor);
  const rows = database.all<Row>(
    `${SELECT} WHERE c.removed_at IS NULL AND c.owner_kind IS NULL AND (c.is_pinned, c.updated_at, c.id) < (?, ?, ?)
     ORDER BY c.is_pinned DESC, c.updated_at DESC, c.id DESC LIMIT ?`,
    isPinned,
    updatedAt,
    id,
    limit + 1,
  );
  const conversations = rows.slice(0, limit).map(toConversation);
  const last = conversations.at(-1);
  const nextCursor =
    rows.length > limit && last ? `${Number(last.isPinned)} ${last.updatedAt} ${last.id}` : null;
  return { conversations, nextCursor };
}

function parseCursor(cursor: string | null): [number, number, string] {
  if (cursor === null) return [2, 0, ''];
  const [isPinned, updatedAt, id] = cursor.split(' ');
  return [Number(isPinned) || 0, Number(updatedAt) || 0, id ?? ''];
}

function paidElsewhere({ paid_elsewhere }: Row): Pick<Conversation, 'paidElsewhere'> {
  const found = paid_elsewhere === null ? null : readJson<Elsewhere | null>(paid_elsewhere, null);
  if (found === null) return {};
  const { unknown, cost } = found;
  return { paidElsewhere: { cost: toCost(cost) ?? [], hasUnknownCost: unknown > 0 } };
}

type QueuedRow = Omit<QueuedMessage, 'attachments'> & {
  readonly attachments: Parameters<typeof toUsedFiles>[0];
};

interface Elsewhere {
  readonly cost: Parameters<typeof toCost>[0];
  readonly unknown: number;
}

function toConversation(row: Row): Conversation {
  return {
    id: row.id,
    title: row.title,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    leafId: row.leaf_id,
    model: row.model,
    usedModels: readJson(row.used_models, []),
    settings: liftRunSettings(readJson<RunSettings>(row.settings, {})),
    cost: readCost(row.cost) ?? [],
    hasUnknownCost: row.unknown_costs > 0,
    ...paidElsewhere(row),
    streamingMessageIds: readJson(row.streaming_ids, []),
    isPinned: row.is_pinned === 1,
    isUnread: row.is_unread === 1,
    draft: row.draft,
    draftAttachments: toUsedFiles(readJson(row.draft_attachments, [])),
    queued: readJson<readonly QueuedRow[]>(row.queued, []).map(({ attachments, ...queued }) => ({
      ...queued,
      attachments: toUsedFiles(attachments),
    })),
    owner: row.owner_kind === null ? null : { kind: row.owner_kind, id: row.owner_id ?? '' },
  };
}
