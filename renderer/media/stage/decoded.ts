/**
 * Images decoded ahead, at the size they are shown at.
 *
 * The browser decodes an image when it is painted, at its full size: too late and too large for a 4096² picture. Here
 * a small bitmap is made before it is needed, is shared by all who show it, and is closed when the last one leaves.
 */
import { mediaUrl } from '../../state/core/media-url';
import type { Size } from './arrangement';

/** A bitmap in use; `release` it exactly once. */
export interface HeldBitmap {
  /** Immediate if it was decoded ahead; `null` until it is ready. */
  readonly now: () => ImageBitmap | null;
  /** `null` if the file can't be read or decoded. */
  readonly bitmap: Promise<ImageBitmap | null>;
  readonly release: () => void;
}

/** Results whose file was found to move. */
const moving = new Set<string>();
export const isKnownToMove = (id: string): boolean => moving.has(id);

interface Slot {
  users: number;
  ready: ImageBitmap | null;
  bitmap: Promise<ImageBitmap | null>;
}

/** A bitmap often passes from one user to the next, so the last one to release it does not close it at once. */
const closeAfterMs = 1_000;
const slots = new Map<string, Slot>();
/** What is wanted soon waits for what is wanted now. */
let ahead: Promise<unknown> = Promise.resolve();

/**
 * A bitmap of a result.
 *
 * @param pixels of the screen it will cover
 * @param when `soon` decodes after everything that was requested before it
 */
export function holdBitmap(id: string, pixels: Size, when: 'now' | 'soon'): HeldBitmap {
  const key = `${id} ${pixels.width}×${pixels.height}`;
  const slot = slots.get(key) ?? begin(key, id, pixels, when);
  slot.users += 1;
  let isHeld = true;
  const release = () => {
    if (!isHeld) return;
    isHeld = false;
    slot.users -= 1;
    if (slot.users === 0) setTimeout(() => drop(key, slot), closeAfterMs);
  };
  return { now: () => slot.ready, bitmap: slot.bitmap, release };
}

function begin(key: string, id: string, pixels: Size, when: 'now' | 'soon'): Slot {
  const slot: Slot = { users: 0, ready: null, bitmap: Promise.resolve(null) };
  const work = async () => {
    // Left again before its turn came.
    if (when === 'soon' && slot.users === 0) return null;
    slot.ready = await decode(id, pixels);
    return slot.ready;
  };
  slot.bitmap = when === 'now' ? work() : ahead.then(work);
  ahead = Promise.all([ahead, slot.bitmap]).catch(() => undefined);
  slots.set(key, slot);
  void slot.bitmap.then((bitmap) => {
    // A failed or skipped image may be requested again.
    if (bitmap === null && slots.get(key) === slot) slots.delete(key);
  });
  return slot;
}

function drop(key: string, slot: Slot): void {
  if (slot.users > 0) return;
  if (slots.get(key) === slot) slots.delete(key);
  void slot.bitmap.then((bitmap) => slot.users === 0 && bitmap?.close());
}

async function decode(id: string, pixels: Size): Promise<ImageBitmap | null> {
  try {
    const response = await fetch(mediaUrl(id));
    if (!response.ok) return null;
    const file = await response.blob();
    if (await isAnimation(file)) {
      moving.add(id);
      return null;
    }
    return await createImageBitmap(file, {
      // The other side follows, so that nothing is squeezed where the stated size is not the one that is seen.
      ...(pixels.width >= pixels.height ? { resizeWidth: pixels.width } : { resizeHeight: pixels.height }),
      resizeQuality: 'medium',
    });
  } catch {
    return null;
  }
}

// Whether an image file holds more than one frame, by its first bytes.

const headBytes = 64 * 1024;

/** WebP, PNG and AVIF; a GIF is always shown as one. */
export async function isAnimation(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  const head = new TextDecoder('latin1').decode(bytes);
  if (head.startsWith('RIFF') && head.startsWith('WEBPVP8X', 8)) return ((bytes[20] ?? 0) & 0x02) !== 0;
  if (head.startsWith('PNG', 1)) return isBefore(head, 'acTL', 'IDAT');
  // The brand of a sequence is the first, or one of those it is compatible with.
  return head.startsWith('ftyp', 4) && isBefore(head, 'avis', 'meta');
}

function isBefore(head: string, name: string, end: string): boolean {
  const at = head.indexOf(name);
  const last = head.indexOf(end);
  return at >= 0 && (last < 0 || at < last);
}
