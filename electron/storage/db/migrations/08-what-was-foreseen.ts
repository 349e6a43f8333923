import type { Migration } from '../migrate';

export const whatWasForeseen: Migration = {
  version: 8,
  name: 'what each call was foreseen to cost',
  sql: `
  -- In millionths of a credit, from the price as it was known when the call was made; NULL where none was.
  ALTER TABLE ledger ADD COLUMN estimate_from INTEGER;
  ALTER TABLE ledger ADD COLUMN estimate_to INTEGER;
  -- Images, characters or seconds asked for.
  ALTER TABLE ledger ADD COLUMN units REAL;
  -- What calls of a model took lately, and which models there are.
  CREATE INDEX ledger_by_model ON ledger (profile_id, model, id);
  `,
};
