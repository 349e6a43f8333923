/**
 * The pixels of a TIFF, as scanners, fax machines, printers and image editors write them: gray, palette, RGB, CMYK, YCbCr
 * and Lab with 1 to 16 bits, in strips or tiles, with the compressions that lose nothing, fax, or JPEG. Numbers with a
 * fraction are not read.
 */
import { type Directory, readDirectory, tags } from './directory';
import { NEUTRAL, wholeJpeg, withNeutral } from './jpeg-part';
import { colorsOfLab } from './lab';
import { lumaBytes, rgbOfLuma } from './luma';
import { unpackedPart } from './unpack';

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Four bytes each: red, green, blue, alpha. */
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

/** Decodes a JPEG of at most this size: four bytes for each pixel. */
export type DecodeJpeg = (bytes: Uint8Array, most: PixelSize) => Promise<Pixels>;
type PixelSize = Pick<Pixels, 'width' | 'height'>;

/** What a sample says. */
const meanings = {
  whiteIsZero: 0,
  blackIsZero: 1,
  rgb: 2,
  palette: 3,
  cmyk: 5,
  luma: 6,
  lab: 8,
  /** Lab whose colors are in the middle at 128 instead of 0. */
  profileLab: 9,
} as const;
/** Samples of a pixel without alpha. */
const colorsOf: Readonly<Record<number, number>> = { 0: 1, 1: 1, 2: 3, 3: 1, 5: 4, 6: 3, 8: 3, 9: 3 };
const JPEG = 7;

/** Of a side: a tile may be larger than its image, and each is unpacked whole. */
const largestTile = 2_048;

interface Layout {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly samples: number;
  readonly meaning: number;
  readonly isPlanar: boolean;
  /** Of a strip or tile. */
  readonly partWidth: number;
  readonly partHeight: number;
  readonly offsets: readonly number[];
  readonly lengths: readonly number[];
}

/** @throws where it is damaged, or has a form that is not read here */
export async function decodeTiff(bytes: Uint8Array, decodeJpeg: DecodeJpeg): Promise<Pixels> {
  const directory = readDirectory(bytes);
  const layout = layoutOf(directory);
  const isJpeg = directory.one(tags.compression, 1) === JPEG;
  const values = isJpeg
    ? await samplesOfJpeg(bytes, directory, { layout, decodeJpeg })
    : samplesOf(bytes, directory, layout);
  if (isLab(layout.meaning)) colorsOfLab(values, layout.samples, layout.meaning === meanings.lab);
  return { width: layout.width, height: layout.height, data: coloured(values, directory, layout) };
}

function layoutOf({ all, one }: Directory): Layout {
  const [width, height] = [one(tags.width, 0), one(tags.height, 0)];
  const samples = one(tags.samples, 1);
  const depths = new Set(all(tags.bits));
  const [bits = 1] = depths;
  const isTiled = all(tags.tileOffsets).length > 0;
  const layout = {
    width,
    height,
    bits,
    samples,
    meaning: one(tags.meaning, meanings.blackIsZero),
    isPlanar: one(tags.planes, 1) === 2,
    partWidth: isTiled ? one(tags.tileWidth, 0) : width,
    partHeight: isTiled ? one(tags.tileHeight, 0) : Math.min(height, one(tags.stripRows, height)),
    offsets: all(isTiled ? tags.tileOffsets : tags.stripOffsets),
    lengths: all(isTiled ? tags.tileBytes : tags.stripBytes),
  };
  const isKnown =
    depths.size <= 1 &&
    [1, 2, 4, 8, 16].includes(bits) &&
    (bits >= 8 || samples === 1) &&
    samples <= 8 &&
    samples >= (colorsOf[layout.meaning] ?? Number.POSITIVE_INFINITY) &&
    one(tags.inks, 1) === 1 &&
    one(tags.sampleFormat, 1) === 1 &&
    (layout.meaning !== meanings.luma || (bits === 8 && samples === 3 && !layout.isPlanar)) &&
    (!isLab(layout.meaning) || bits >= 8) &&
    (one(tags.compression, 1) !== JPEG || isJpegForm(layout));
  const { partWidth, partHeight } = layout;
  const isSmall = partWidth <= Math.max(width, largestTile) && partHeight <= Math.max(height, largestTile);
  if (!isKnown || !isSmall || !(width > 0 && height > 0 && partWidth > 0 && partHeight > 0))
    throw new Error('a form of TIFF that is not read');
  return layout;
}

const isLab = (meaning: number): boolean => meaning === meanings.lab || meaning === meanings.profileLab;

/** Four samples are the four inks: a decoder takes no other. */
const isJpegForm = ({ bits, samples, meaning, isPlanar }: Layout): boolean =>
  bits === 8 && !isPlanar && (samples <= 3 || (samples === 4 && meaning === meanings.cmyk));

/** Each sample of each pixel, with 16 bits as their upper 8; those of a palette and with fewer bits as they are. */
function samplesOf(bytes: Uint8Array, directory: Directory, layout: Layout): Uint8Array {
  const { width, height, samples, isPlanar } = layout;
  const values = new Uint8Array(width * height * samples);
  const own = isPlanar ? 1 : samples;
  const row = rowReader(directory, layout, own);
  for (const { packed, left, top, plane, rows } of partsOf(bytes, layout)) {
    const rowBytes = Math.ceil((layout.partWidth * own * layout.bits) / 8);
    const size = { width: layout.partWidth, rows };
    const isLuma = layout.meaning === meanings.luma;
    const length = isLuma ? lumaBytes(directory, size) : rowBytes * rows;
    const read = unpackedPart(packed, directory, { ...size, length });
    const part = isLuma ? rgbOfLuma(read, directory, size) : read;
    const count = Math.min(layout.partWidth, width - left) * own;
    for (let y = 0; y < rows; y += 1) {
      const read = row(part.subarray(y * rowBytes, (y + 1) * rowBytes));
      const first = ((top + y) * width + left) * samples + plane;
      for (let at = 0; at < count; at += 1) values[first + (isPlanar ? at * samples : at)] = read(at);
    }
  }
  return values;
}

interface FromJpeg {
  readonly layout: Layout;
  readonly decodeJpeg: DecodeJpeg;
}

/** Gray, red, green and blue, whatever its colors are inside, Lab, or the four inks. */
async function samplesOfJpeg(
  bytes: Uint8Array,
  directory: Directory,
  { layout, decodeJpeg }: FromJpeg,
): Promise<Uint8Array> {
  const { width, height, samples, partWidth, partHeight, meaning } = layout;
  const values = new Uint8Array(width * height * samples);
  const tables = directory.all(tags.jpegTables);
  const decode = meaning === meanings.cmyk ? decodedInks : decodedColors;
  for (const { packed, left, top, rows } of partsOf(bytes, layout)) {
    const jpeg = wholeJpeg(packed, tables, meaning === meanings.luma);
    const found = await decode(jpeg, (one) => decodeJpeg(one, { width: partWidth, height: partHeight }));
    const columns = Math.min(partWidth, width - left);
    if (found.width < columns || found.height < rows) throw new Error('a part that is too small');
    for (let y = 0; y < rows; y += 1)
      for (let x = 0; x < columns; x += 1)
        for (let sample = 0; sample < samples; sample += 1)
          values[((top + y) * width + left + x) * samples + sample] =
            found.data[(y * found.width + x) * 4 + sample] ?? 0;
  }
  return values;
}

type Decode = (jpeg: Uint8Array) => Promise<Pixels>;

const decodedColors = (jpeg: Uint8Array, decode: Decode): Promise<Pixels> => decode(jpeg);

/** Cyan, magenta, yellow and black of each pixel, each times {@link NEUTRAL} as the decoder answers it. */
async function decodedInks(jpeg: Uint8Array, decode: Decode): Promise<Pixels> {
  const colors = await decode(withNeutral(jpeg, 'black'));
  const black = await decode(withNeutral(jpeg, 'colors'));
  const { data } = colors;
  for (let at = 3; at < data.length; at += 4) data[at] = black.data[at - 3] ?? 0;
  for (let at = 0; at < data.length; at += 1) data[at] = ((data[at] ?? 0) * 255) / NEUTRAL;
  return colors;
}

interface Part {
  readonly packed: Uint8Array;
  readonly left: number;
  readonly top: number;
  /** Which sample it has, where each has parts of its own; 0 where all are together. */
  readonly plane: number;
  readonly rows: number;
}

/** Strips or tiles; of those at the edges only what is in the image. A strip ends with the image, a tile doesn't. */
function* partsOf(bytes: Uint8Array, layout: Layout): Generator<Part> {
  const { width, height, samples, isPlanar, partWidth, partHeight, offsets, lengths } = layout;
  const across = Math.ceil(width / partWidth);
  const ofPlane = across * Math.ceil(height / partHeight);
  for (let index = 0; index < ofPlane * (isPlanar ? samples : 1); index += 1) {
    const [offset = bytes.length, length = 1] = [offsets[index], lengths[index]];
    if (offset + length > bytes.length) throw new Error('a part that is not there');
    const [place, plane] = [index % ofPlane, Math.floor(index / ofPlane)];
    const [left, top] = [(place % across) * partWidth, Math.floor(place / across) * partHeight];
    const rows = Math.min(partHeight, height - top);
    const end = lengths[index] === undefined ? bytes.length : offset + length;
    yield { packed: bytes.subarray(offset, end), left, top, plane, rows };
  }
}

type Read = (at: number) => number;

/** How the samples of a row are read. With a predictor each is the difference to the pixel before. */
function rowReader(directory: Directory, { bits }: Layout, own: number): (row: Uint8Array) => Read {
  const predictor = directory.one(tags.predictor, 1);
  if (predictor > 2 || (predictor === 2 && bits < 8)) throw new Error(`the predictor ${predictor}`);
  if (bits < 8) {
    const most = (1 << bits) - 1;
    return (row) => (at) => ((row[(at * bits) >> 3] ?? 0) >> (8 - bits - ((at * bits) & 7))) & most;
  }
  const isDifference = predictor === 2;
  if (bits === 8)
    return (packed) => {
      const row = isDifference ? summed(Uint8Array.from(packed), own) : packed;
      return (at) => row[at] ?? 0;
    };
  return (packed) => {
    const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
    const wide = Uint16Array.from({ length: packed.length >> 1 }, (_, at) =>
      view.getUint16(at * 2, directory.isLittle),
    );
    const row = isDifference ? summed(wide, own) : wide;
    return (at) => (row[at] ?? 0) >> 8;
  };
}

function summed<Row extends Uint8Array | Uint16Array>(row: Row, own: number): Row {
  for (let at = own; at < row.length; at += 1) row[at] = (row[at] ?? 0) + (row[at - own] ?? 0);
  return row;
}

/** Alpha that the colors were multiplied with already, or that is separate. */
const alphas = [1, 2];

function coloured(values: Uint8Array, directory: Directory, layout: Layout): Uint8ClampedArray<ArrayBuffer> {
  const { width, height, samples, meaning } = layout;
  const colors = colorsOf[meaning] ?? 1;
  const kind = directory.one(tags.extraSamples, 0);
  const hasAlpha = samples > colors && alphas.includes(kind);
  const colorOf = colorReader(directory, layout);
  const data = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < width * height; at += 1) {
    const first = at * samples;
    const alpha = hasAlpha ? (values[first + colors] ?? 255) : 255;
    const scale = hasAlpha && kind === 1 && alpha > 0 ? 255 / alpha : 1;
    for (let color = 0; color < 3; color += 1) data[at * 4 + color] = colorOf(values, first, color) * scale;
    data[at * 4 + 3] = alpha;
  }
  return data;
}

type ReadColor = (values: Uint8Array, first: number, color: number) => number;

function colorReader({ all }: Directory, { bits, meaning }: Layout): ReadColor {
  if (meaning === meanings.rgb || meaning === meanings.luma || isLab(meaning))
    return (values, first, color) => values[first + color] ?? 0;
  // Without the profile of a printer: what of the white paper each ink leaves.
  if (meaning === meanings.cmyk)
    return (values, first, color) =>
      ((255 - (values[first + color] ?? 0)) * (255 - (values[first + 3] ?? 0))) / 255;
  if (meaning === meanings.palette) {
    const palette = all(tags.palette);
    // All reds, then all greens, then all blues, with 16 bits each.
    const count = palette.length / 3;
    return (values, first, color) => (palette[color * count + (values[first] ?? 0)] ?? 0) >> 8;
  }
  const most = bits >= 8 ? 255 : (1 << bits) - 1;
  const isInverse = meaning === meanings.whiteIsZero;
  return (values, first) => {
    const gray = ((values[first] ?? 0) * 255) / most;
    return isInverse ? 255 - gray : gray;
  };
}
