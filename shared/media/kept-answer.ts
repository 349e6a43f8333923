/** Answers of paid calls that are too long to be read: each is kept whole, as a file. */

/** As such an answer is declared on its way to the library, and what it is there. */
export const keptAnswers = {
  'application/x-answer+json': { contentType: 'application/json', extension: 'json' },
  'application/x-answer': { contentType: 'text/plain', extension: 'txt' },
} as const;

export type KeptAnswerType = keyof typeof keptAnswers;

export const isKeptAnswer = (declared: string | null): declared is KeptAnswerType =>
  declared !== null && Object.hasOwn(keptAnswers, declared);

/** @param head the first bytes; `null` where they begin a page, which was paid for by nobody */
export function keptAnswerType(head: Uint8Array): KeptAnswerType | null {
  const [first = ''] = String.fromCharCode(...head.subarray(0, 64)).trimStart();
  if (first === '<') return null;
  return /[[{]/.test(first) ? 'application/x-answer+json' : 'application/x-answer';
}
