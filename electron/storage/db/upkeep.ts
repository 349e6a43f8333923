import { join } from 'node:path';
import type { DatabaseUpkeep } from '../../core/ports/backups';
import type { RunDatabaseTask } from '../backup/database-task';
import { DATABASE_FILE } from '../repair/swap';
import type { Database } from './driver';
import { type LastEnd, markDamaged } from './end-mark';
import { indexSome } from './search-index';
import { storageError } from './storage-error';

export function createUpkeep(
  database: Database,
  { home, lastEnd, runTask }: { home: string; lastEnd: LastEnd; runTask: RunDatabaseTask },
): DatabaseUpkeep {
  return {
    indexSome: () => indexSome(database),
    isCheckDue: lastEnd !== 'clean',
    async check() {
      try {
        const result = await runTask({ kind: 'check', path: join(home, DATABASE_FILE) });
        if (result === 'damaged') markDamaged(home);
        return result === 'damaged' || result === 'rebuilt' ? result : 'sound';
      } catch (cause) {
        throw storageError(cause);
      }
    },
  };
}
