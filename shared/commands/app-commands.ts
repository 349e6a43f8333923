/** The app itself and its settings. */
import { z } from 'zod';
import type { Diagnostics } from '../app/diagnostics';
import { settingsSchema } from '../app/settings';
import type { SpellLanguage } from '../app/spelling';
import type { Snapshot } from '../reports';
import { answers, id, nothing } from './spec';

export const appCommands = {
  'app.snapshot': answers<Snapshot>()(nothing),
  'app.dismissNotice': answers<null>()(z.strictObject({ id })),
  'app.diagnostics': answers<Diagnostics>()(nothing),
  /** In the system's file manager: a crash dump, or the folder of logs. */
  'app.revealDiagnostics': answers<null>()(z.strictObject({ crashId: z.string().max(300).nullable() })),
  /** Asks for a folder in the system's dialog; `null` where it was cancelled. Desktop app only. */
  'app.chooseFolder': answers<{ folder: string } | null>()(
    z.strictObject({ current: z.string().max(4_000) }),
  ),
  /** Shows a chat in the app's own window: for the small window of quick ask. Desktop app only. */
  'app.showChat': answers<null>()(z.strictObject({ conversationId: id })),
  /** Languages with a dictionary on this computer; empty where the host checks no spelling itself. */
  'app.spellLanguages': answers<readonly SpellLanguage[]>()(nothing),
  /** All but the networks, which `network.save` changes: they decide where stored keys go. */
  'settings.update': answers<null>()(
    z.strictObject({
      patch: settingsSchema.omit({ network: true, networks: true, jobOrigins: true }).partial(),
    }),
  ),
};
