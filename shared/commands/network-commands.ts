/** How requests leave this computer. What is set is part of the settings (`network`, `networks`). */
import { z } from 'zod';
import { networkSchema, networkSecretsSchema } from '../profiles/network';
import { answers, id, proofSchema } from './spec';

export const networkCommands = {
  /**
   * For all profiles, or for one of them (`null` makes it use what holds for all). Secrets that are left out stay as they
   * are, as long as they belong to the same proxy and certificate. Answers `keychain_unavailable` and saves nothing where
   * they are to be kept and no keychain answers; `invalid_input` for certificates that can't be used. Where stored keys could
   * go elsewhere, the desktop asks in a dialog of the system (`aborted` if the person says no); a browser is answered
   * `needs_key` until `keys` holds the secrets that its details name.
   */
  'network.save': answers<null>()(
    z.strictObject({
      profileId: id.nullable(),
      network: networkSchema.nullable(),
      secrets: networkSecretsSchema.optional(),
      keep: z.enum(['keychain', 'session']).optional(),
      keys: proofSchema,
    }),
  ),
};
