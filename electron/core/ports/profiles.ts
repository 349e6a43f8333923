/** What profiles and their model lists need of the database. */
import type { GatewayConnection } from '../../../shared/gateway-connection';
import type { Model } from '../../../shared/models';

/** A profile as it is kept; what a window sees is `shared/profiles.ts`. */
export interface StoredProfile {
  readonly id: string;
  readonly name: string;
  readonly baseUrl: string;
  /** True where a key for this base URL's origin was given to the keychain. */
  readonly keyStored: boolean;
  /** Secret headers have no value here: see `core/profiles/key-ring.ts`. */
  readonly connection: GatewayConnection;
}

export interface ProfileStore {
  all(): StoredProfile[];
  put(profile: StoredProfile): void;
  remove(id: string): void;
}

export interface CatalogueStore {
  get(profileId: string): { models: Model[]; refreshedAt: number } | undefined;
  put(profileId: string, models: readonly Model[], refreshedAt: number): void;
  remove(profileId: string): void;
}
