/**
 * The app itself: its settings, what the system passes on to it, new versions, and backups of the database.
 */
import { z } from 'zod';
import type { Backups } from '../app/backups';
import type { Diagnostics } from '../app/diagnostics';
import { settingsSchema } from '../app/settings';
import type { SpellLanguage } from '../app/spelling';
import type { Snapshot } from '../reports';
import { answers, id, nothing } from './spec';

export const appCommands = {
  'app.snapshot': answers<Snapshot>()(() => nothing),
  'app.dismissNotice': answers<null>()(() => z.strictObject({ id })),
  'app.diagnostics': answers<Diagnostics>()(() => nothing),
  /** What threw in the page: the log keeps its kind and its places in the code, and nothing that was typed. */
  'app.noteFailure': answers<null>()(() => z.strictObject({ text: z.string().min(1).max(4_000) })),
  /** In the system's file manager: a crash dump, or the folder of logs. */
  'app.revealDiagnostics': answers<null>()(() => z.strictObject({ crashId: z.string().max(300).nullable() })),
  /** Asks for a folder in the system's dialog; `null` where it was cancelled. Desktop app only. */
  'app.chooseFolder': answers<{ folder: string } | null>()(() =>
    z.strictObject({ current: z.string().max(4_000) }),
  ),
  /** Shows a chat in the app's own window: for the small window of quick ask. Desktop app only. */
  'app.showChat': answers<null>()(() => z.strictObject({ conversationId: id })),
  /** Languages with a dictionary on this computer; empty where the host checks no spelling itself. */
  'app.spellLanguages': answers<readonly SpellLanguage[]>()(() => nothing),
  /** All but the networks, which `network.save` changes: they decide where stored keys go. */
  'settings.update': answers<null>()(() =>
    z.strictObject({
      patch: settingsSchema.omit({ network: true, networks: true, jobOrigins: true }).partial(),
    }),
  ),
};

/** Files and links that the system passes on. */
export const openingCommands = {
  /** The person confirmed it, or does not want it. */
  'opening.dismiss': answers<null>()(() => z.strictObject({ id })),
};

/** New versions of the app; `updates.changed` reports what comes of each. */
export const updatesCommands = {
  /** Asks the update server now, whatever the setting is. */
  'updates.check': answers<null>()(() => nothing),
  'updates.download': answers<null>()(() => nothing),
  /** Restarts into the downloaded version, once no reply, job or export runs. */
  'updates.install': answers<null>()(() => nothing),
  /** Stops the download, or the wait for running work. What was downloaded is kept. */
  'updates.cancel': answers<null>()(() => nothing),
};

const one = z.strictObject({ id });

export const backupsCommands = {
  'backups.list': answers<Backups>()(() => nothing),
  'backups.create': answers<null>()(() => nothing),
  'backups.remove': answers<null>()(() => one),
  /** Checks the backup and prepares it: it replaces the database at the next start. */
  'backups.restore': answers<null>()(() => one),
  'backups.cancelRestore': answers<null>()(() => nothing),
};
