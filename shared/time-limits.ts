/** How long a profile's gateway may stay silent while it works on what is paid for. */
import { z } from 'zod';

const DAY_SECONDS = 86_400;

/** `null` is the default, which is longer for a server on this computer or its network. */
const seconds = z.number().int().min(1).max(DAY_SECONDS).nullable();

export const timeLimitsSchema = z.strictObject({
  /** From the request to the first byte of the reply's content. */
  firstByteSeconds: seconds,
  /** Between two pieces of a reply or of a download. */
  silenceSeconds: seconds,
});

export type TimeLimits = z.infer<typeof timeLimitsSchema>;

interface DefaultLimits {
  readonly firstByteSeconds: number;
  readonly silenceSeconds: number;
}

/** A model may think, and an image may take, longer than any service lets a connection wait. */
export const remoteLimits: DefaultLimits = { firstByteSeconds: 1_800, silenceSeconds: 600 };

/** A model on a slow computer may first be loaded from a disk, or run without a graphics card. */
export const nearbyLimits: DefaultLimits = { firstByteSeconds: 7_200, silenceSeconds: 3_600 };
