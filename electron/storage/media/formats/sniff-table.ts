/** Formats that are known by a few bytes at a fixed place, most of which Chromium can't show. */
import type { ResultKind } from '../../../../shared/media/media';
import { asciiAt } from '../bytes';

export type TableRow = readonly [
  kind: ResultKind,
  contentType: string,
  extension: string,
  mark: RegExp,
  /** Where the mark is; 0 where it is left out. */
  offset?: number,
];

/** As long as the longest mark. */
const MARK_BYTES = 64;

/** The first row that fits wins. Marks of two bytes are followed by a check of more bytes. */
const table: readonly TableRow[] = (
  [
    ['audio', 'audio/aiff', 'aiff', '^FORM[^]{4}AIF[FC]'],
    ['audio', 'audio/x-caf', 'caf', String.raw`^caff\0[\x01\x02]`],
    ['audio', 'audio/basic', 'au', String.raw`^\.snd\0\0`],
    // RFC 4867: two types, as programs that know the narrow one may not know the wide one.
    ['audio', 'audio/amr', 'amr', String.raw`^#!AMR\n`],
    ['audio', 'audio/amr-wb', 'awb', String.raw`^#!AMR-WB\n`],
    ['audio', 'audio/x-ape', 'ape', '^MAC '],
    ['audio', 'audio/x-wavpack', 'wv', '^wvpk'],
    ['audio', 'audio/x-tta', 'tta', '^TTA[12]'],
    ['audio', 'audio/x-w64', 'w64', String.raw`^riff\x2e\x91\xcf\x11`],
    ['audio', 'audio/midi', 'mid', String.raw`^MThd\0\0\0\x06`],
    ['audio', 'audio/x-rifx', 'wav', '^RIFX[^]{4}WAVE'],
    ['audio', 'audio/x-voc', 'voc', String.raw`^Creative Voice File\x1a`],
    ['audio', 'audio/x-musepack', 'mpc', String.raw`^(MPCK|MP\+)`],
    ['audio', 'audio/x-dsf', 'dsf', String.raw`^DSD \x1c\0\0\0`],
    ['audio', 'audio/x-dff', 'dff', '^FRM8[^]{8}DSD '],
    ['audio', 'audio/x-oma', 'oma', String.raw`^ea3[\x01-\x04]`],
    ['audio', 'audio/vnd.rn-realaudio', 'ra', String.raw`^\.ra\xfd\0`],
    ['audio', 'audio/vnd.dolby.mlp', 'mlp', String.raw`^\xf8\x72\x6f[\xba\xbb]`, 4],
    ['audio', 'audio/vnd.dts', 'dts', String.raw`^\x7f\xfe\x80\x01`],
    ['video', 'video/x-msvideo', 'avi', '^RIFF[^]{4}AVI '],
    ['video', 'video/x-flv', 'flv', String.raw`^FLV\x01`],
    ['video', 'video/mp2t', 'ts', String.raw`^\x47[^]{0,63}`],
    ['video', 'video/mpeg', 'mpg', String.raw`^\0\0\x01[\xba\xb3]`],
    ['video', 'application/vnd.rn-realmedia', 'rm', String.raw`^\.RMF\0`],
    ['video', 'video/x-ivf', 'ivf', String.raw`^DKIF\0\0\x20\0`],
    ['video', 'video/x-yuv4mpeg', 'y4m', '^YUV4MPEG2 '],
    ['video', 'video/x-nut', 'nut', '^nut/multimedia container'],
    ['video', 'application/mxf', 'mxf', String.raw`^\x06\x0e\x2b\x34\x02\x05\x01\x01`],
    ['image', 'image/tiff', 'tiff', String.raw`^(II[\x2a\x2b]\0|MM\0[\x2a\x2b])`],
    ['image', 'image/jxl', 'jxl', String.raw`^(\xff\x0a|\0\0\0\x0cJXL \r\n\x87\n)`],
    ['image', 'image/jp2', 'jp2', String.raw`^\0\0\0\x0cjP {2}\r\n\x87\n`],
    ['image', 'image/x-j2c', 'j2c', String.raw`^\xff\x4f\xff\x51`],
    ['image', 'image/vnd.adobe.photoshop', 'psd', String.raw`^8BPS\0[\x01\x02]`],
    ['image', 'image/x-exr', 'exr', String.raw`^\x76\x2f\x31\x01`],
    ['image', 'image/vnd.radiance', 'hdr', String.raw`^#\?(RADIANCE|RGBE)\n`],
    ['image', 'image/x-pfm', 'pfm', String.raw`^P[Ff][\n\r ]\d`],
    ['image', 'image/x-dpx', 'dpx', '^(SDPX|XPDS)'],
    ['image', 'image/x-sgi', 'sgi', String.raw`^\x01\xda[\0\x01][\x01\x02]\0[\x01-\x03]`],
    ['image', 'image/x-sun-raster', 'ras', String.raw`^\x59\xa6\x6a\x95`],
    ['image', 'image/fits', 'fits', '^SIMPLE {2}= {20}T'],
    ['image', 'image/vnd.ms-photo', 'jxr', String.raw`^II\xbc\x01`],
    ['image', 'image/bpg', 'bpg', String.raw`^BPG\xfb`],
    ['image', 'image/vnd.djvu', 'djvu', '^AT&TFORM[^]{4}DJV'],
    ['image', 'image/emf', 'emf', String.raw`^ EMF\0\0\x01\0`, 40],
    ['image', 'image/wmf', 'wmf', String.raw`^\xd7\xcd\xc6\x9a`],
    ['image', 'image/qoi', 'qoi', '^qoif'],
    ['image', 'image/vnd.ms-dds', 'dds', String.raw`^DDS \x7c\0\0\0`],
    ['image', 'image/ktx2', 'ktx2', String.raw`^\xabKTX 20\xbb`],
    ['image', 'image/x-portable-anymap', 'pnm', String.raw`^P[1-7][\n\r ][\d#W]`],
    ['image', 'image/x-icns', 'icns', String.raw`^icns\0`],
    ['image', 'image/x-xcf', 'xcf', '^gimp xcf '],
    ['image', 'image/x-icon', 'ico', String.raw`^\0\0\x01\0[\x01-\x40]\0[^]{3}\0[\0\x01]\0[\0-\x20]\0`],
    ['image', 'image/bmp', 'bmp', String.raw`^BM[^]{4}\0{4}[^]{4}[\x0c\x28\x34\x38\x40\x6c\x7c]\0\0\0`],
    ['file', 'model/gltf-binary', 'glb', String.raw`^glTF[\x01\x02]\0\0\0`],
    ['file', 'model/vnd.usdz+zip', 'usdz', String.raw`^PK\x03\x04[^]{26}[^]{0,30}\.usd[ac]?`],
    ['file', 'model/ply', 'ply', String.raw`^ply\r?\nformat `],
    ['file', 'application/pdf', 'pdf', '^%PDF-'],
    // A vector image; in front of it may be a table for DOS with a preview.
    [
      'file',
      'application/postscript',
      'eps',
      String.raw`^(%!PS-Adobe-\d\.\d EPSF-|\xc5\xd0\xd3\xc6\x1e\0\0\0|\xc5\xd0\xd3\xc6\x20\0\0\0)`,
    ],
    ['file', 'application/postscript', 'ps', '^%!PS-Adobe-'],
    ['file', 'application/rtf', 'rtf', String.raw`^\{\\rtf1`],
    ['file', 'application/zip', 'zip', String.raw`^PK(\x03\x04|\x05\x06)`],
    ['file', 'application/gzip', 'gz', String.raw`^\x1f\x8b\x08`],
    ['file', 'application/zstd', 'zst', String.raw`^\x28\xb5\x2f\xfd`],
    ['file', 'application/x-xz', 'xz', String.raw`^\xfd7zXZ\0`],
    ['file', 'application/x-bzip2', 'bz2', '^BZh[1-9]1AY&SY'],
    ['file', 'application/x-7z-compressed', '7z', String.raw`^7z\xbc\xaf\x27\x1c`],
    ['file', 'application/x-tar', 'tar', '^ustar', 257],
    ['file', 'text/vtt', 'vtt', String.raw`^(\xef\xbb\xbf)?WEBVTT[\s-]`],
  ] as const satisfies readonly (readonly [ResultKind, string, string, string, number?])[]
).map(([kind, contentType, extension, mark, offset = 0]) => [
  kind,
  contentType,
  extension,
  new RegExp(mark),
  offset,
]);

/** `null` where no row fits. */
export function sniffByTable(head: Uint8Array): TableRow | null {
  const start = asciiAt(head, 0, MARK_BYTES);
  const fits = ([, type, , mark, offset = 0]: TableRow) =>
    mark.test(offset === 0 ? start : asciiAt(head, offset, MARK_BYTES)) && isConfirmed(type, head);
  return table.find(fits) ?? null;
}

const PACKET_BYTES = 188;

/** A transport stream is packets of 188 bytes, each beginning with the letter G, so one letter proves nothing. */
function isConfirmed(type: string, head: Uint8Array): boolean {
  if (type !== 'video/mp2t') return true;
  const packets = Math.min(5, Math.floor(head.length / PACKET_BYTES));
  return (
    packets >= 2 &&
    Array.from({ length: packets }, (_, at) => head[at * PACKET_BYTES]).every((one) => one === 0x47)
  );
}

/** ASF states in its header whether it holds video: the identifier of a video stream's properties. */
export function sniffAsf(head: Uint8Array): TableRow | null {
  if (!(asciiAt(head, 0, 8) === '\x30\x26\xb2\x75\x8e\x66\xcf\x11')) return null;
  const isVideo = asciiAt(head, 0, head.length).includes('\xc0\xef\x19\xbc\x4d\x5b\xcf\x11');
  return isVideo ? ['video', 'video/x-ms-wmv', 'wmv', /^/] : ['audio', 'audio/x-ms-wma', 'wma', /^/];
}
