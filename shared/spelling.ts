/** A language that spelling can be checked in. */
export interface SpellLanguage {
  /** Such as `en` or `de-AT`. */
  readonly code: string;
  /** Such as `Austrian German`. */
  readonly label: string;
}

/** More words of one's own than anybody adds. */
export const MAX_OWN_WORDS = 5_000;
