/** About how many characters a token has. An exact count is not needed for an estimate and takes longer. */
export const CHARACTERS_PER_TOKEN = 4;

/** About how many tokens a text of so many characters has. */
export const tokensIn = (characters: number): number => Math.ceil(characters / CHARACTERS_PER_TOKEN);
