/** What is given to a decoder: nothing that makes it work much longer than the image takes. */
import type { ImageSize } from '../formats/image-size';
import { sniffMedia } from '../formats/sniff';
import { imageOf, partsOf } from './strip';

/** A progressive JPEG goes over all of its pixels with each scan; usual are ten. */
const MAX_SCANNED_PIXELS = 4_000_000_000;
const START_OF_SCAN = Buffer.from([0xff, 0xda]);

/**
 * A PNG without the chunks that say nothing about its pixels: libpng gathers each whole, and copies what it has with
 * every few bytes that come, so that 20 MB take 20 seconds.
 * @throws where a JPEG has so many scans that they take longer than any image
 */
export function decodable(bytes: Uint8Array, size: ImageSize): Uint8Array {
  const contentType = sniffMedia(bytes)?.contentType ?? '';
  if (contentType === 'image/jpeg') refuseScans(bytes, size);
  if (contentType !== 'image/png') return bytes;
  const image = partsOf(bytes, contentType);
  return image === null || image.removed === null ? bytes : imageOf(image.parts, contentType, size);
}

function refuseScans(bytes: Uint8Array, { width, height }: ImageSize): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const most = Math.max(100, MAX_SCANNED_PIXELS / (width * height));
  let count = 0;
  for (let at = file.indexOf(START_OF_SCAN); at >= 0; at = file.indexOf(START_OF_SCAN, at + 2)) count += 1;
  if (count > most) throw new Error(`The image has ${count} scans, which would take too long to decode.`);
}
