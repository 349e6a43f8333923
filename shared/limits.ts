/** Upper limits of input; beyond them the input is refused by name, never cut silently. */
export const limits = {
  messageCharacters: 1_000_000,
  /** Answered in one message. */
  toolResults: 256,
  toolCallIdCharacters: 1_000,
  systemPromptCharacters: 200_000,
  titleCharacters: 200,
  extraParametersCharacters: 100_000,
  /** In base64, so about 5.6 MB of a file; a call as a whole takes 8 MB. */
  droppedFileCharacters: 7_500_000,
  /** Of one image, and of all that are sent in one call: what they become in base64 must fit in a request. */
  attachmentBytes: 5 * 1_048_576,
  attachmentBase64Characters: 7_500_000,
  attachedBytesOfCall: 24 * 1_048_576,
  attachmentsOfMessage: 8,
  attachmentNameCharacters: 200,
  /** An image of more pixels is not decoded: each takes four bytes, so these are 400 MB. */
  imagePixels: 100_000_000,
  /** A call as a whole takes 8 MB. */
  conversationFileCharacters: 7_500_000,
  stopSequences: 4,
  stopCharacters: 200,
  choices: 8,
} as const;
