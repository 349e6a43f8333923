/** Steps through the frames of a video, which a page knows by time alone. */

/** What generated video has as a rule, where a file does not state its own. */
const usualFrameRate = 24;
/** How near to the edge of a frame a time may be, as a part of the frame: there, rounding decides which one is shown. */
const edge = 0.005;

/**
 * The time of another frame, as far inside of it as the given time is inside of its own.
 *
 * @param seconds the time now
 * @param frames how many; below zero for earlier ones
 * @param frameRate frames per second; absent where the file doesn't state it
 */
export function stepped(seconds: number, frames: number, frameRate: number = usualFrameRate): number {
  const place = seconds * frameRate;
  const frame = Math.floor(place + edge);
  const inside = Math.min(1 - edge, Math.max(edge, place - frame));
  return Math.max(0, (frame + frames + inside) / frameRate);
}
