/** Limits like those of `limits.ts`, which the page needs nothing of before one can type: its first code has those alone. */
export const laterLimits = {
  attachmentBase64Characters: 7_500_000,
  /** Of all files that are sent in one call: what they become in base64 must fit in a request. */
  attachedBytesOfCall: 24 * 1_048_576,
  /** An image of more pixels is not decoded: each takes four bytes, so these are 400 MB. */
  imagePixels: 100_000_000,
  /** A call as a whole takes 8 MB. */
  conversationFileCharacters: 7_500_000,
  stopSequences: 4,
  stopCharacters: 200,
} as const;
