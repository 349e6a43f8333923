import { type Handlers, nothing } from '../dispatch';
import type { BackupService } from './backups';

export function backupHandlers(backups: BackupService) {
  return {
    'backups.list': () => backups.current(),
    'backups.create': () => nothing(backups.create()),
    'backups.remove': ({ id }) => nothing(backups.remove(id)),
    'backups.restore': ({ id }) => backups.restore(id).then(nothing),
    'backups.cancelRestore': () => nothing(backups.cancelRestore()),
  } satisfies Partial<Handlers>;
}
