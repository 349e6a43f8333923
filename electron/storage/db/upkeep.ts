import { join } from 'node:path';
import type { DatabaseUpkeep } from '../../core/ports/backups';
import type { RunDatabaseTask } from '../backup/database-task';
import { DATABASE_FILE } from '../repair/swap';
import { type LastEnd, markDamaged } from './end-mark';
import { storageError } from './storage-error';

export function createUpkeep(home: string, lastEnd: LastEnd, runTask: RunDatabaseTask): DatabaseUpkeep {
  return {
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
