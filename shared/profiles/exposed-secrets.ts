/** The stored secrets that a change would expose, as `needs_key` names them in its details. */
export interface SecretName {
  readonly profileId: string;
  /** The name of the profile. */
  readonly profile: string;
  /** The secret header that it is the value of; `null` for the API key. */
  readonly header: string | null;
}
