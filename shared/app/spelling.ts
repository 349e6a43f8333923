/** A language that spelling can be checked in. */
export interface SpellLanguage {
  /** Such as `en` or `de-AT`. */
  readonly code: string;
  /** Such as `Austrian German`. */
  readonly label: string;
}

/** Upper limit for added words. */
export const MAX_OWN_WORDS = 5_000;
