/** What is known about a media file's content. */
export interface MediaDescription {
  /** Pixels; `null` for audio or where the file does not state it. */
  readonly width: number | null;
  readonly height: number | null;
  readonly durationMs: number | null;
  /** Samples per second of each channel; absent where there is no sound, or the file does not state it. */
  readonly sampleRate?: number;
  readonly channels?: number;
  /** Frames per second. */
  readonly frameRate?: number;
  /** Of an image that moves. */
  readonly frames?: number;
  /** As people know them, such as `HEVC`. */
  readonly videoCodec?: string;
  readonly audioCodec?: string;
  /** The file ends before its content does. Absent where it is whole, or where its format does not tell. */
  readonly isCut?: true;
}

export const unknownMedia: MediaDescription = { width: null, height: null, durationMs: null };

/** Facts of sound from its number of samples; whatever makes no sense is unknown. */
export function soundFacts(facts: {
  readonly sampleRate: number;
  readonly channels: number;
  /** `null` where it is not known. */
  readonly seconds: number | null;
}): MediaDescription {
  const { sampleRate, channels, seconds } = facts;
  const isKnown = sampleRate >= 1 && sampleRate < 10_000_000 && channels >= 1 && channels < 1_000;
  return {
    ...unknownMedia,
    durationMs: seconds === null ? null : wholeMilliseconds(seconds),
    ...(isKnown && { sampleRate: Math.round(sampleRate), channels }),
  };
}

/** Absent for an impossible frame rate; to a millionth, so that 24,000 / 1,001 stays exact. */
export function frameRateFact(framesPerSecond: number): Pick<MediaDescription, 'frameRate'> {
  const isRate = framesPerSecond >= 0.1 && framesPerSecond <= 1_000;
  return isRate ? { frameRate: Math.round(framesPerSecond * 1e6) / 1e6 } : {};
}

/** `null` for what is not a duration. */
export function wholeMilliseconds(seconds: number): number | null {
  const milliseconds = Math.round(seconds * 1000);
  return Number.isSafeInteger(milliseconds) && milliseconds > 0 ? milliseconds : null;
}
