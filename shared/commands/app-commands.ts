/** The app itself and its settings. */
import { z } from 'zod';
import type { Snapshot } from '../reports';
import { settingsSchema } from '../settings';
import { answers, id, nothing } from './spec';

export const appCommands = {
  'app.snapshot': answers<Snapshot>()(nothing),
  'app.dismissNotice': answers<null>()(z.strictObject({ id })),
  'settings.update': answers<null>()(z.strictObject({ patch: settingsSchema.partial() })),
};
