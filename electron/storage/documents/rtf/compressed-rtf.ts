/** RTF as Outlook keeps it with a mail (MS-OXRTFCP): signs, and places of a window of 4,096 bytes to copy from. */

const HEAD_BYTES = 16;
const [COMPRESSED, PLAIN] = [0x75_46_5a_4c, 0x41_4c_45_4d];
const WINDOW = 4_096;
/** Far more than a mail holds; what is longer is cut. */
const MOST_BYTES = 20_000_000;

/** What the window begins with. */
const first =
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx';

/** @throws where it is in another form */
export function expandedRtf(bytes: Buffer): Buffer {
  const kind = bytes.length < HEAD_BYTES ? null : bytes.readUInt32LE(8);
  const size = Math.min(bytes.length < HEAD_BYTES ? 0 : bytes.readUInt32LE(4), MOST_BYTES);
  const body = bytes.subarray(HEAD_BYTES);
  if (kind === PLAIN) return body.subarray(0, size);
  if (kind !== COMPRESSED) throw new Error('an unknown form of RTF');
  return expanded(body, size);
}

type Step = readonly [kind: 'byte' | 'copy', value: number];

/** Eight steps follow a byte with a bit for each, the lowest first. */
function* stepsIn(body: Buffer): Generator<Step> {
  let kinds = 0;
  let bit = 8;
  for (let at = 0; at < body.length; bit += 1) {
    if (bit === 8) {
      kinds = body[at] ?? 0;
      at += 1;
      bit = 0;
    }
    const isCopy = ((kinds >> bit) & 1) === 1;
    if (at + Number(isCopy) >= body.length) return;
    yield isCopy ? ['copy', body.readUInt16BE(at)] : ['byte', body[at] ?? 0];
    at += isCopy ? 2 : 1;
  }
}

/** A copy that begins where the text ends is the end. */
function expanded(body: Buffer, size: number): Buffer {
  const found: number[] = [];
  const window = Buffer.alloc(WINDOW);
  let end = window.write(first, 'latin1');
  const put = (byte: number) => {
    found.push(byte);
    window[end] = byte;
    end = (end + 1) % WINDOW;
  };
  for (const [kind, value] of stepsIn(body)) {
    if (found.length >= size || (kind === 'copy' && value >> 4 === end)) break;
    const count = (value & 0xf) + 2;
    if (kind === 'byte') put(value);
    else for (let step = 0; step < count; step += 1) put(window[((value >> 4) + step) % WINDOW] ?? 0);
  }
  return Buffer.from(found.slice(0, size));
}
