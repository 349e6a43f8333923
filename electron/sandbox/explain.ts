import { sqliteCode } from '../storage/db/driver';

/** Why the gateway couldn't start, in plain words for the terminal. */
export function explainStartFailure(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'EADDRINUSE')
    return 'the port is in use. Choose another with --port, or none for any free one.';
  if (code === 'EACCES')
    return 'this account can’t use this port or folder. Choose others with --port and --data.';
  if (sqliteCode(error) === 'SQLITE_BUSY') {
    return 'its data folder is in use by another sandbox. Choose another with --data.';
  }
  return error instanceof Error ? error.message : String(error);
}
