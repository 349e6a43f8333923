// @ts-check
/** Containers of icons: both hold whole PNG files behind a table of contents. */

const ICO_HEADER_BYTES = 6;
const ICO_ENTRY_BYTES = 16;

/**
 * An `.ico`; Windows reads PNG entries in it since Vista.
 * @param {readonly number[]} sizes in pixels, at most 256
 * @param {(size: number) => Promise<Buffer>} draw a PNG of that size
 * @returns {Promise<Buffer>}
 */
export async function packIco(sizes, draw) {
  const images = await Promise.all(sizes.map(draw));
  const header = Buffer.alloc(ICO_HEADER_BYTES + ICO_ENTRY_BYTES * sizes.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(sizes.length, 4);
  let offset = header.length;
  images.forEach((image, index) => {
    const at = ICO_HEADER_BYTES + ICO_ENTRY_BYTES * index;
    // A byte can't hold 256: it is written as 0.
    const size = (sizes[index] ?? 0) % 256;
    header.writeUInt8(size, at);
    header.writeUInt8(size, at + 1);
    header.writeUInt16LE(1, at + 4);
    header.writeUInt16LE(32, at + 6);
    header.writeUInt32LE(image.length, at + 8);
    header.writeUInt32LE(offset, at + 12);
    offset += image.length;
  });
  return Buffer.concat([header, ...images]);
}

/** Types of an `.icns` that hold a PNG, with their size in pixels. */
const ICNS_TYPES = /** @type {const} */ ([
  ['icp4', 16],
  ['icp5', 32],
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic08', 256],
  ['ic13', 256],
  ['ic09', 512],
  ['ic14', 512],
  ['ic10', 1024],
]);

/**
 * An `.icns`: a header and one element for each type, each with its length.
 * @param {(size: number) => Promise<Buffer>} draw a PNG of that size
 * @returns {Promise<Buffer>}
 */
export async function packIcns(draw) {
  const elements = await Promise.all(
    ICNS_TYPES.map(async ([type, size]) => icnsElement(type, await draw(size))),
  );
  return icnsElement('icns', Buffer.concat(elements));
}

/**
 * @param {string} type four letters
 * @param {Buffer} content
 */
function icnsElement(type, content) {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32BE(head.length + content.length, 4);
  return Buffer.concat([head, content]);
}
