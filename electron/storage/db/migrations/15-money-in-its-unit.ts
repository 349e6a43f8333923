import type { Migration } from '../migrate';

/** Amounts of earlier rows are credits. Rows are append-only, so they get their unit by the column's default alone. */
export const moneyInItsUnit: Migration = {
  version: 15,
  name: 'money in its own unit',
  sql: `
  -- What the row's amounts count: millionths of credits, or billionths of US dollars.
  ALTER TABLE ledger ADD COLUMN unit TEXT NOT NULL DEFAULT 'credits' CHECK (unit IN ('credits', 'usd'));
  -- By which the gateway tells what this one call cost, where it does.
  ALTER TABLE ledger ADD COLUMN generation_id TEXT;
  CREATE INDEX ledger_by_generation ON ledger (generation_id) WHERE generation_id IS NOT NULL;
  -- Billionths of US dollars, as counted last.
  ALTER TABLE batches ADD COLUMN dollars_used INTEGER NOT NULL DEFAULT 0;
  `,
};
