/** What is known of a media file's content. */
export interface MediaDescription {
  /** Pixels; `null` for sound or where the file does not tell. */
  readonly width: number | null;
  readonly height: number | null;
  readonly durationMs: number | null;
}
