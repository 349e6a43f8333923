/**
 * Gateways, their keys and their models, your choices about those models (reported as `settings.changed`),
 * and how requests leave this computer (the settings `network` and `networks`).
 */
import { z } from 'zod';
import type { ProfileRate } from '../calls/rate-limit';
import { resultKinds } from '../media/media';
import { namedSettings } from '../modalities/modalities';
import type { Model, ModelCatalogue } from '../models/models';
import { gatewayConnectionSchema } from '../profiles/gateway-connection';
import type { LocalServer } from '../profiles/local-servers';
import { networkSchema, networkSecretsSchema } from '../profiles/network';
import {
  apiKeySchema,
  baseUrlSchema,
  type ConnectionReport,
  jobOriginSchema,
  resultHostSchema,
} from '../profiles/profiles';
import { answers, id, modality, model, nothing, proofSchema } from './spec';

const keepSchema = z.enum(['keychain', 'session']);
const profileName = z.string().trim().min(1).max(100);

export const profilesCommands = {
  /**
   * A whole profile at once: where the key or a secret header can't be stored (`keychain_unavailable`), none is created,
   * and you may then choose `session`.
   */
  'profiles.create': answers<{ id: string }>()(() =>
    z.strictObject({
      name: profileName,
      baseUrl: baseUrlSchema,
      connection: gatewayConnectionSchema.optional(),
      key: apiKeySchema.optional(),
      keep: keepSchema.default('keychain'),
    }),
  ),
  /** A new origin in `baseUrl` makes a stored key unusable: a key is bound to the origin it was given for. */
  'profiles.update': answers<null>()(() =>
    z.strictObject({ id, name: profileName.optional(), baseUrl: baseUrlSchema.optional() }),
  ),
  'profiles.remove': answers<null>()(() => z.strictObject({ id })),
  'profiles.activate': answers<null>()(() => z.strictObject({ id })),
  /** `keychain` fails with `keychain_unavailable` where no keychain answers; you may then choose `session`. */
  /** With `process` the key is used until the app closes, and a stored one stays as it is. */
  'profiles.saveKey': answers<null>()(() =>
    z.strictObject({ id, key: apiKeySchema, keep: z.union([keepSchema, z.literal('process')]) }),
  ),
  'profiles.removeKey': answers<null>()(() => z.strictObject({ id })),
  /**
   * Replaces how the profile reaches its gateway. A secret header without a value keeps the one it has; `keep` says
   * where new ones go, as in `profiles.saveKey`. Headers and parameters that could make a gateway forward the key to
   * another address are confirmed as in `network.save`.
   */
  'profiles.saveConnection': answers<null>()(() =>
    z.strictObject({
      id,
      connection: gatewayConnectionSchema,
      keep: keepSchema.default('keychain'),
      keys: proofSchema,
    }),
  ),
  /** Asks the usual ports of local servers on this computer; nothing asks them without this command. */
  'profiles.findLocal': answers<readonly LocalServer[]>()(() => nothing),
  'profiles.test': answers<ConnectionReport>()(() => z.strictObject({ id })),
  /**
   * Whether results of this profile may be downloaded from a host of this computer or its network. This downloads
   * nothing: `jobs.resume` then downloads the refused result, for free.
   */
  'profiles.allowResults': answers<null>()(() =>
    z.strictObject({ id, host: resultHostSchema, isAllowed: z.boolean() }),
  ),
  /**
   * Whether this profile's jobs may be asked for at another address than that of its gateway, with its key. Asked past the
   * page as for `network.save`. `jobs.resume` then follows the job there, for free.
   */
  'profiles.allowJobs': answers<null>()(() =>
    z.strictObject({ id, origin: jobOriginSchema, isAllowed: z.boolean(), keys: proofSchema }),
  ),
  /** What the headers of its last responses said of its rate limit; `null` where they said nothing that still holds. */
  'profiles.rate': answers<ProfileRate | null>()(() => z.strictObject({ id })),
  /** Costs no credits; returns when the gateway has answered. */
  /** Of a profile; of the one in use where none is named. */
  'models.refresh': answers<null>()(() => z.strictObject({ profileId: id.optional() })),
};

/** How requests leave this computer. What is set is part of the settings (`network`, `networks`). */
export const networkCommands = {
  /**
   * For all profiles, or for one of them (`null` makes it use what holds for all). Secrets that are left out stay as they
   * are, as long as they belong to the same proxy and certificate. Answers `keychain_unavailable` and saves nothing where
   * they are to be kept and no keychain answers; `invalid_input` for certificates that can't be used. Where stored keys could
   * go elsewhere, the desktop asks in a dialog of the system (`aborted` if the person says no); a browser is answered
   * `needs_key` until `keys` holds the secrets that its details name.
   */
  'network.save': answers<null>()(() =>
    z.strictObject({
      profileId: id.nullable(),
      network: networkSchema.nullable(),
      secrets: networkSecretsSchema.optional(),
      keep: z.enum(['keychain', 'session']).optional(),
      keys: proofSchema,
    }),
  ),
};

const profileId = id;

export const modelsCommands = {
  /**
   * The models of any profile, for a column that is sent with it; loaded from its gateway where they never were. Costs
   * no credits. `models.changed` reports them again when they are loaded again.
   */
  'models.catalogue': answers<ModelCatalogue>()(() => z.strictObject({ profileId })),
  /**
   * Asks the gateway for the record of one model, of the active profile, and puts it into the catalogue
   * (`models.changed`) where the catalogue was loaded. Costs no credits.
   */
  'models.retrieve': answers<Model>()(() => z.strictObject({ model })),
  /** Pinned models come first, wherever models are chosen. */
  'models.pin': answers<null>()(() => z.strictObject({ profileId, model, isPinned: z.boolean() })),
  /** Hidden models are left out where models are chosen. */
  'models.hide': answers<null>()(() => z.strictObject({ profileId, model, isHidden: z.boolean() })),
  /**
   * Says which kinds of files, and which settings, a model takes although the gateway's record doesn't say so; none to
   * take it back. Settings that are left out stay as they were. `models.changed` reports its capabilities with them
   * (`ownWord`, `ownSettings`).
   */
  'models.takes': answers<null>()(() =>
    z.strictObject({
      profileId,
      model,
      kinds: z.array(z.enum(resultKinds)).max(resultKinds.length),
      settings: z.array(z.enum(namedSettings)).max(namedSettings.length).optional(),
    }),
  ),
  /** Remembers a model as the one chosen last in a tab. */
  'models.noteChoice': answers<null>()(() => z.strictObject({ profileId, model, tab: modality })),
};
