import { createBatchStore } from '../db/batch-store';
import type { Database, SqlValue } from '../db/driver';

/** References that the database itself does not watch, once all rows are in: none leads to another's row, or nowhere. */
export function settleReferences(
  database: Database,
  addedTo: (table: string) => ReadonlySet<SqlValue>,
): void {
  const forEach = (table: string, sql: string) => {
    for (const id of addedTo(table)) database.run(sql, id);
  };
  forEach('conversations', LEAF);
  forEach('conversations', ownerOf('conversations'));
  forEach('jobs', ownerOf('jobs'));
  forEach('comparisons', WINNER);
  const batches = createBatchStore(database);
  for (const id of addedTo('batches')) batches.count(String(id));
}

/** The branch on show ends in a message of the same chat. */
const LEAF = `UPDATE conversations AS c SET leaf_id =
    (SELECT id FROM messages WHERE conversation_id = c.id ORDER BY seq DESC LIMIT 1)
  WHERE id = ? AND NOT EXISTS (SELECT 1 FROM messages WHERE id = c.leaf_id AND conversation_id = c.id)`;

/** What belongs to nothing that is here is shown by itself. */
const ownerOf = (table: 'conversations' | 'jobs'): string =>
  `UPDATE ${table} AS o SET owner_kind = NULL, owner_id = NULL
   WHERE id = ? AND owner_kind IS NOT NULL
     AND NOT EXISTS (SELECT 1 FROM batches WHERE o.owner_kind = 'batch' AND id = o.owner_id)
     AND NOT EXISTS (SELECT 1 FROM comparisons WHERE o.owner_kind = 'comparison' AND id = o.owner_id)`;

const WINNER = `UPDATE comparisons AS c SET winner_id = NULL
  WHERE id = ? AND NOT EXISTS (SELECT 1 FROM comparison_columns WHERE id = c.winner_id AND comparison_id = c.id)`;
