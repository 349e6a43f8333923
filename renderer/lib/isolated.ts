/** A text with marks that turn the direction of writing would mirror what follows it in the same sentence. */
const turning = /[\u202A-\u202E\u2066-\u2069]/;

/** For names of people's things inside a sentence that is one text; elsewhere `bdi` does the same. */
export const isolated = (text: string): string => (turning.test(text) ? `\u2068${text}\u2069` : text);
