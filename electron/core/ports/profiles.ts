/** What profiles and their model lists need of the database. */

import type { Model } from '../../../shared/models/models';
import type { GatewayConnection } from '../../../shared/profiles/gateway-connection';

/** A profile as it is stored; `shared/profiles/profiles.ts` is what a window gets. */
export interface StoredProfile {
  readonly id: string;
  readonly name: string;
  readonly baseUrl: string;
  /** True if the keychain was given a key for the origin of this base URL. */
  readonly keyStored: boolean;
  /** Secret headers and query parameters have no value here: see `core/profiles/key-ring.ts`. */
  readonly connection: GatewayConnection;
}

export interface ProfileStore {
  all(): StoredProfile[];
  get(id: string): StoredProfile | undefined;
  put(profile: StoredProfile): void;
  /** As `put`; what the row held before is also overwritten on the disk. */
  overwrite(profile: StoredProfile): void;
  remove(id: string): void;
}

export interface CatalogueStore {
  get(profileId: string): { models: Model[]; refreshedAt: number } | undefined;
  put(profileId: string, models: readonly Model[], refreshedAt: number): void;
  remove(profileId: string): void;
}
