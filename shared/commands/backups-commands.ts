/** Backups of the database, and restoring one of them. */
import { z } from 'zod';
import type { Backups } from '../app/backups';
import { answers, id, nothing } from './spec';

const one = z.strictObject({ id });

export const backupsCommands = {
  'backups.list': answers<Backups>()(nothing),
  'backups.create': answers<null>()(nothing),
  'backups.remove': answers<null>()(one),
  /** Checks the backup and prepares it: it replaces the database at the next start. */
  'backups.restore': answers<null>()(one),
  'backups.cancelRestore': answers<null>()(nothing),
};
