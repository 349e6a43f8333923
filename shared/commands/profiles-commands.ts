/** Gateways, their keys and their models. */
import { z } from 'zod';
import type { ProfileRate } from '../calls/rate-limit';
import { gatewayConnectionSchema } from '../profiles/gateway-connection';
import type { LocalServer } from '../profiles/local-servers';
import type { ConnectionReport } from '../profiles/profiles';
import { apiKeySchema, baseUrlSchema, jobOriginSchema, resultHostSchema } from '../profiles/profiles';
import { answers, id, nothing, proofSchema } from './spec';

const keepSchema = z.enum(['keychain', 'session']);
const profileName = z.string().trim().min(1).max(100);

export const profilesCommands = {
  /**
   * A whole profile at once: where the key or a secret header can't be stored (`keychain_unavailable`), none is created,
   * and you may then choose `session`.
   */
  'profiles.create': answers<{ id: string }>()(
    z.strictObject({
      name: profileName,
      baseUrl: baseUrlSchema,
      connection: gatewayConnectionSchema.optional(),
      key: apiKeySchema.optional(),
      keep: keepSchema.default('keychain'),
    }),
  ),
  /** A new origin in `baseUrl` makes a stored key unusable: a key is bound to the origin it was given for. */
  'profiles.update': answers<null>()(
    z.strictObject({ id, name: profileName.optional(), baseUrl: baseUrlSchema.optional() }),
  ),
  'profiles.remove': answers<null>()(z.strictObject({ id })),
  'profiles.activate': answers<null>()(z.strictObject({ id })),
  /** `keychain` fails with `keychain_unavailable` where no keychain answers; you may then choose `session`. */
  'profiles.saveKey': answers<null>()(z.strictObject({ id, key: apiKeySchema, keep: keepSchema })),
  'profiles.removeKey': answers<null>()(z.strictObject({ id })),
  /**
   * Replaces how the profile reaches its gateway. A secret header without a value keeps the one it has; `keep` says
   * where new ones go, as in `profiles.saveKey`. Headers and parameters that could make a gateway forward the key to
   * another address are confirmed as in `network.save`.
   */
  'profiles.saveConnection': answers<null>()(
    z.strictObject({
      id,
      connection: gatewayConnectionSchema,
      keep: keepSchema.default('keychain'),
      keys: proofSchema,
    }),
  ),
  /** Asks the usual ports of local servers on this computer; nothing asks them without this command. */
  'profiles.findLocal': answers<readonly LocalServer[]>()(nothing),
  'profiles.test': answers<ConnectionReport>()(z.strictObject({ id })),
  /**
   * Whether results of this profile may be downloaded from a host of this computer or its network. This downloads
   * nothing: `jobs.resume` then downloads the refused result, for free.
   */
  'profiles.allowResults': answers<null>()(
    z.strictObject({ id, host: resultHostSchema, isAllowed: z.boolean() }),
  ),
  /**
   * Whether this profile's jobs may be asked for at another address than that of its gateway, with its key. Asked past the
   * page as for `network.save`. `jobs.resume` then follows the job there, for free.
   */
  'profiles.allowJobs': answers<null>()(
    z.strictObject({ id, origin: jobOriginSchema, isAllowed: z.boolean(), keys: proofSchema }),
  ),
  /** What the headers of its last responses said of its rate limit; `null` where they said nothing that still holds. */
  'profiles.rate': answers<ProfileRate | null>()(z.strictObject({ id })),
  /** Costs no credits; returns when the gateway has answered. */
  'models.refresh': answers<null>()(nothing),
};
