/** Roughly how many characters a token has; counting exactly costs more than it tells beforehand. */
export const CHARACTERS_PER_TOKEN = 4;

/** About how many tokens a text of so many characters has. */
export const tokensIn = (characters: number): number => Math.ceil(characters / CHARACTERS_PER_TOKEN);
