import type { Migration } from '../migrate';

/**
 * Earlier versions stored a charge below zero as the gateway stated it, and it lifted the limits. It is unknown, as it is
 * for new rows. Corrections of a sum (`reconciled`) and credits that were added (`outside`) are below zero rightly.
 */
export const chargesBelowZero: Migration = {
  version: 22,
  name: 'charges below zero',
  sql: `
  DROP TRIGGER ledger_keeps_values;
  UPDATE ledger SET used = NULL WHERE used < 0 AND outcome IN ('answered', 'refused', 'unknown');
  CREATE TRIGGER ledger_keeps_values BEFORE UPDATE ON ledger
    BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
  -- A prompt is sized by them, and with it what the limits count.
  UPDATE messages SET prompt_tokens = NULL, completion_tokens = NULL WHERE prompt_tokens < 0 OR completion_tokens < 0;
  -- Counted last with such rows; a batch that goes on is counted again.
  UPDATE batches SET credits_used = max(0, credits_used), dollars_used = max(0, dollars_used)
    WHERE credits_used < 0 OR dollars_used < 0;
  `,
};
