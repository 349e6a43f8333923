import { mediaModalities, modalities } from './modalities';

/** Of the kind that takes the longest text; each kind has its own limit. A file of its own: the first screen knows no limits. */
export const longestPrompt = Math.max(...mediaModalities.map((id) => modalities[id].text.maxCharacters));
