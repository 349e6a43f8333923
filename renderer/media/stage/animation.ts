/** Whether an image file holds more than one frame, by its first bytes. */

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
