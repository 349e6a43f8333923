import type { Migration } from '../migrate';

/** A gateway may answer two requests with one job: both follow it, and each keeps its result. */
export const sharedRemoteJobs: Migration = {
  version: 12,
  name: 'shared remote jobs',
  sql: `
  DROP INDEX jobs_by_remote;
  CREATE INDEX jobs_by_remote ON jobs (profile_id, remote_id) WHERE remote_id IS NOT NULL;
  CREATE INDEX ledger_by_key ON ledger (idempotency_key) WHERE idempotency_key IS NOT NULL;
  `,
};
