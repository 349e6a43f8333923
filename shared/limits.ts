/** Upper limits of input; beyond them the input is refused by name, never cut silently. */
export const limits = {
  messageCharacters: 1_000_000,
  systemPromptCharacters: 200_000,
  titleCharacters: 200,
  extraParametersCharacters: 100_000,
  /** In base64, so about 5.6 MB of a file; a call as a whole takes 8 MB. */
  droppedFileCharacters: 7_500_000,
  /** Of one file: what it becomes in base64 must fit in a request. */
  attachmentBytes: 5 * 1_048_576,
  attachmentsOfMessage: 8,
  attachmentNameCharacters: 200,
  choices: 8,
} as const;

/** JavaScript timers store a signed 32-bit number of milliseconds: beyond it they fire at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;
