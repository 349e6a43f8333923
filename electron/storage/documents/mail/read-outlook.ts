/** Mails that Outlook saves (MS-OXMSG): each property is a stream named by its number and its type. */
import type { DocumentText } from '../../../core/ports/documents';
import { writeHtml } from '../html/html-text';
import { decodeLabelled } from '../labelled-text';
import { type OleFile, oleFile } from '../old/ole-file';
import { createPageWriter, type PageWriter } from '../page-writer';
import { expandedRtf } from '../rtf/compressed-rtf';
import { writeRtf } from '../rtf/read-rtf';
import { codePageOf } from '../rtf/rtf-encodings';

const [WIDE, NARROW, BYTES] = ['001F', '001E', '0102'];
/** By the numbers of their properties. */
const shown: readonly (readonly [label: string, ...numbers: readonly string[]])[] = [
  ['From', '0C1A'],
  ['To', '0E04'],
  ['Cc', '0E03'],
  ['Bcc', '0E02'],
];
const MOST_FILES = 1_000;

export function readOutlook(bytes: Buffer, most?: number): DocumentText {
  const file = oleFile(bytes);
  const writer = createPageWriter(most);
  const fixed = fixedProperties(file);
  const codePage = codePageOf(Number(fixed.get(0x3fde_0003) ?? fixed.get(0x3ffd_0003) ?? 1_252n));
  const text = (number: string, folder = '') => textOf(file, `${folder}__substg1.0_${number}`, codePage);
  const address = text('5D01') || text('0C1F');
  for (const [label, number = ''] of shown) {
    const value = text(number);
    const isSender = label === 'From' && address.includes('@') && !value.includes(address);
    if (value !== '') writer.write(`${label}: ${value}${isSender ? ` <${address}>` : ''}\n`);
  }
  const date = fixed.get(0x0039_0040) ?? fixed.get(0x0e06_0040);
  if (date !== undefined) writer.write(`Date: ${dateOf(date)}\n`);
  writer.write(`Subject: ${text('0037')}\n\n`);
  writeText(file, text('1000'), codePage, writer);
  const names = attachmentsOf(file).map(
    (folder) => text('3707', folder) || text('3704', folder) || text('3001', folder),
  );
  if (names.length > 0)
    writer.write(`\n\nAttachments: ${names.map((name) => name || 'without a name').join(', ')}\n`);
  return writer.end();
}

/** The plain form, else the text of HTML, else that of RTF, which Outlook keeps alone for mails that it wrote itself. */
function writeText(file: OleFile, plain: string, codePage: string, writer: PageWriter): void {
  const [html, rtf] = ['1013', '1009'].map((number) => file(`__substg1.0_${number}${BYTES}`));
  if (plain.trim() !== '') writer.write(plain.replaceAll('\r\n', '\n'));
  else if (html) writeHtml(decodeLabelled(html, codePage), writer);
  else if (rtf) writeRtf(expandedRtf(rtf), writer);
}

function textOf(file: OleFile, stem: string, codePage: string): string {
  const wide = file(`${stem}${WIDE}`);
  const text =
    wide === null
      ? decodeLabelled(file(`${stem}${NARROW}`) ?? Buffer.alloc(0), codePage)
      : wide.toString('utf16le');
  return text.replace(/\0+$/, '');
}

function attachmentsOf(file: OleFile): readonly string[] {
  const folders = file.paths.flatMap((path) => /^(__attach_version1\.0_[^/]*\/)/.exec(path)?.[1] ?? []);
  return [...new Set(folders)].slice(0, MOST_FILES);
}

const HEAD_BYTES = 32;
const PROPERTY_BYTES = 16;

/** Numbers and dates, by number and type of the property. */
function fixedProperties(file: OleFile): ReadonlyMap<number, bigint> {
  const list = file('__properties_version1.0') ?? Buffer.alloc(0);
  const values = new Map<number, bigint>();
  for (let at = HEAD_BYTES; at + PROPERTY_BYTES <= list.length; at += PROPERTY_BYTES) {
    const tag = list.readUInt32LE(at);
    const value = list.readBigUInt64LE(at + 8);
    values.set(tag, (tag & 0xffff) === 3 ? value & 0xffff_ffffn : value);
  }
  return values;
}

/** Tenths of a microsecond since 1601. */
function dateOf(value: bigint): string {
  const moment = new Date(Number(value / 10_000n) - 11_644_473_600_000);
  return Number.isNaN(moment.getTime())
    ? ''
    : moment
        .toISOString()
        .replace('T', ' ')
        .replace(/\.\d+Z$/, ' UTC');
}
