/** What is known about a media file's content. */
export interface MediaDescription {
  /** Pixels; `null` for audio or where the file does not state it. */
  readonly width: number | null;
  readonly height: number | null;
  readonly durationMs: number | null;
}
