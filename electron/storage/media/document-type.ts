/** Which document a file is whose first bytes only say that it is a zip, or an Office document of before 2007. */
import { asciiAt, type ByteSource, viewOf } from './bytes';
import type { MediaType } from './formats/sniff';

const file = (contentType: string, extension: string): MediaType => ({
  kind: 'file',
  contentType,
  extension,
});

const openXml = 'application/vnd.openxmlformats-officedocument.';
/** Main parts of Office Open XML (ECMA-376) by their folder; a workbook in binary parts is another format. */
const officeTypes = {
  word: file(`${openXml}wordprocessingml.document`, 'docx'),
  xl: file(`${openXml}spreadsheetml.sheet`, 'xlsx'),
  ppt: file(`${openXml}presentationml.presentation`, 'pptx'),
} as const;
const binaryWorkbook = file('application/vnd.ms-excel.sheet.binary.macroenabled.12', 'xlsb');

/** The first entry of OpenDocument and EPUB files is their media type, uncompressed (ODF 1.3, part 2, 3.3). */
const STATED = /^PK.{28}mimetype(application\/[\w.+-]+)PK/s;
const extensions: Readonly<Record<string, string>> = {
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.presentation': 'odp',
  'application/vnd.oasis.opendocument.graphics': 'odg',
  'application/vnd.oasis.opendocument.text-master': 'odm',
  'application/vnd.oasis.opendocument.text-template': 'ott',
  'application/vnd.oasis.opendocument.spreadsheet-template': 'ots',
  'application/vnd.oasis.opendocument.presentation-template': 'otp',
  'application/vnd.oasis.opendocument.graphics-template': 'otg',
  'application/epub+zip': 'epub',
};
/** Pages, Numbers and Keynote keep their parts in a format of their own, which nothing describes. */
const iWork = file('application/vnd.apple.iwork', 'iwork');
const isIWork = (names: readonly string[]): boolean =>
  names.some((name) => name === 'Index/Document.iwa' || name === 'Index.zip' || name === 'index.apxl');

/**
 * Documents are zip files; `null` for one that isn’t a document. Programs write its parts in any order, so the list of
 * them at its end counts; one that is cut has no list.
 */
export async function zippedDocument(source: ByteSource, head: Uint8Array): Promise<MediaType | null> {
  const start = asciiAt(head, 0, head.length);
  const stated = STATED.exec(start)?.[1] ?? '';
  if (Object.hasOwn(extensions, stated)) return file(stated, extensions[stated] ?? 'bin');
  const names = (await namesIn(source)) ?? namesAtStart(start);
  if (isIWork(names)) return iWork;
  if (!names.includes('[Content_Types].xml')) return null;
  if (names.includes('xl/workbook.bin')) return binaryWorkbook;
  const folder = names.map((name) => /^(word|xl|ppt)\//.exec(name)?.[1]).find((one) => one !== undefined);
  return folder === undefined ? null : officeTypes[folder as keyof typeof officeTypes];
}

const LOCAL = 'PK\x03\x04';
const LOCAL_BYTES = 30;

function namesAtStart(start: string): readonly string[] {
  const names: string[] = [];
  for (let at = start.indexOf(LOCAL); at >= 0; at = start.indexOf(LOCAL, at + 1)) {
    const length = start.charCodeAt(at + 26) + 256 * start.charCodeAt(at + 27);
    names.push(start.slice(at + LOCAL_BYTES, at + LOCAL_BYTES + length));
  }
  return names;
}

/** A comment of at most 64 KB may follow the end of the list. */
const END_BYTES = 22 + 65_535;
/** Of thousands of names, as no document has more. */
const MOST_LIST_BYTES = 4 * 1024 * 1024;
const ENTRY_BYTES = 46;

/** The names of a zip, as the list at its end has them (APPNOTE 4.3.12); `null` where it is not there. */
async function namesIn(source: ByteSource): Promise<readonly string[] | null> {
  const tailStart = Math.max(0, source.size - END_BYTES);
  const tail = await source.read(tailStart, END_BYTES);
  const end = Buffer.from(tail.buffer, tail.byteOffset, tail.length).lastIndexOf(
    'PK\x05\x06',
    undefined,
    'latin1',
  );
  if (end < 0 || end + 22 > tail.length) return null;
  const [bytes, start] = [12, 16].map((at) => viewOf(tail).getUint32(end + at, true)) as [number, number];
  const list = await source.read(start, Math.min(bytes, MOST_LIST_BYTES));
  const names: string[] = [];
  for (let at = 0; at + ENTRY_BYTES <= list.length && asciiAt(list, at, 4) === 'PK\x01\x02'; ) {
    const [name, extra, comment] = [28, 30, 32].map((more) => viewOf(list).getUint16(at + more, true)) as [
      number,
      number,
      number,
    ];
    names.push(asciiAt(list, at + ENTRY_BYTES, name));
    at += ENTRY_BYTES + name + extra + comment;
  }
  return names;
}

const OLE = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1';
/** Names in its directory, each with two bytes a sign: a document that a password protects is inside of one of these. */
const oleStreams: readonly (readonly [name: string, MediaType])[] = [
  ['EncryptedPackage', file('application/x-encrypted-office', 'bin')],
  ['WordDocument', file('application/msword', 'doc')],
  ['Workbook', file('application/vnd.ms-excel', 'xls')],
  ['Book', file('application/vnd.ms-excel', 'xls')],
  ['PowerPoint Document', file('application/vnd.ms-powerpoint', 'ppt')],
  ['__properties_version1.0', file('application/vnd.ms-outlook', 'msg')],
];
const DIRECTORY_BYTES = 64 * 1024;

/** Office documents of before 2007, and protected ones of today, are files of streams (MS-CFB); `null` for any other. */
export async function oldDocument(source: ByteSource, head: Uint8Array): Promise<MediaType | null> {
  if (!asciiAt(head, 0, 8).startsWith(OLE) || head.length < 512) return null;
  const sector = 2 ** (viewOf(head).getUint16(30, true) & 15);
  const directory = await source.read((viewOf(head).getUint32(48, true) + 1) * sector, DIRECTORY_BYTES);
  const names = asciiAt(directory, 0, directory.length);
  const wide = (name: string) => `${[...name].join('\0')}\0\0\0`;
  return (
    oleStreams.find(([name]) => names.includes(wide(name)))?.[1] ?? file('application/x-ole-storage', 'bin')
  );
}
