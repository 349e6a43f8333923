/** New versions of the app; `updates.changed` reports what comes of each. */
import { answers, nothing } from './spec';

export const updatesCommands = {
  /** Asks the update server now, whatever the setting is. */
  'updates.check': answers<null>()(nothing),
  'updates.download': answers<null>()(nothing),
  /** Restarts into the downloaded version, once no reply, job or export runs. */
  'updates.install': answers<null>()(nothing),
  /** Stops the download, or the wait for running work. What was downloaded is kept. */
  'updates.cancel': answers<null>()(nothing),
};
