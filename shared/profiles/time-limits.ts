/** How long a profile's gateway may stay silent while it works on what is paid for. */

/** `null` is the default, which is longer for a server on this computer or its network. */
export interface TimeLimits {
  /** From the request to the headers, and from them to the first byte of the content. */
  readonly firstByteSeconds: number | null;
  /** Between two pieces of a reply or of a download. */
  readonly silenceSeconds: number | null;
}

export const maxTimeLimitSeconds = 86_400;

interface DefaultLimits {
  readonly firstByteSeconds: number;
  readonly silenceSeconds: number;
}

/** A model may think, and an image may take, longer than any service lets a connection wait. */
export const remoteLimits: DefaultLimits = { firstByteSeconds: 1_800, silenceSeconds: 600 };

/** A model on a slow computer may first be loaded from a disk, or run without a graphics card. */
export const nearbyLimits: DefaultLimits = { firstByteSeconds: 7_200, silenceSeconds: 3_600 };
