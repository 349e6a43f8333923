/** Mails of Outlook, and formats that are only named. */
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { oleWith } from '../../../support/old-documents';
import { readBytes } from '../../../support/read-bytes';

const wide = (text: string) => Buffer.from(text, 'utf16le');
const property = (tag: number, value: bigint) => {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt32LE(tag, 0);
  bytes.writeBigUInt64LE(value, 8);
  return bytes;
};
const properties = Buffer.concat([
  Buffer.alloc(32),
  property(0x0039_0040, BigInt(Date.UTC(2026, 2, 2, 10) + 11_644_473_600_000) * 10_000n),
  property(0x3fde_0003, 1_251n),
]);

describe('a mail of Outlook', () => {
  test('is who wrote what when, with the names of what is attached', async () => {
    const bytes = oleWith({
      '__recip_version1.0_#00000000/__substg1.0_3001001F': wide('Bob'),
      '__attach_version1.0_#00000000/__substg1.0_3707001F': wide('Miete 2026.pdf'),
      '__attach_version1.0_#00000000/__substg1.0_0037001F': wide('Another subject'),
      '__properties_version1.0': properties,
      '__substg1.0_0C1A001F': wide('Ann'),
      '__substg1.0_0C1F001F': wide('ann@example.org'),
      '__substg1.0_0E04001F': wide('Bob; Cid'),
      '__substg1.0_0037001F': wide('Rent\0'),
      '__substg1.0_1000001F': wide('Größe\r\nzwei'),
    });
    expect(await readBytes(bytes)).toEqual([
      'From: Ann <ann@example.org>\nTo: Bob; Cid\nDate: 2026-03-02 10:00:00 UTC\nSubject: Rent\n\nGröße\nzwei\n\nAttachments: Miete 2026.pdf',
    ]);
  });

  test('may be in a code page, and in HTML alone', async () => {
    const bytes = oleWith({
      '__properties_version1.0': properties,
      '__substg1.0_0037001E': Buffer.from([0xcf, 0xf0, 0xe8]),
      '__substg1.0_10130102': Buffer.concat([
        Buffer.from('<p>One</p><p>'),
        Buffer.from([0xcf]),
        Buffer.from('</p>'),
      ]),
    });
    expect(await readBytes(bytes)).toEqual(['Date: 2026-03-02 10:00:00 UTC\nSubject: При\n\nOne\nП']);
  });
});

/** As MS-OXRTFCP describes it, with copies where the text before has the same: `whole` states its length. */
function compressed(pieces: readonly (string | readonly [from: number, count: number])[]): Buffer {
  const steps = pieces.flatMap((piece) => {
    if (typeof piece === 'string') return [...Buffer.from(piece, 'latin1')].map((byte) => [byte]);
    const [from, count] = piece;
    const reference = (from << 4) | (count - 2);
    return [[reference >> 8, reference & 0xff]];
  });
  const runs = Array.from({ length: Math.ceil(steps.length / 8) }, (_, at) =>
    steps.slice(8 * at, 8 * at + 8),
  );
  const body = runs.flatMap((run) => [
    run.reduce((bits, { length }, bit) => bits | (length === 2 ? 1 << bit : 0), 0),
    ...run.flat(),
  ]);
  const size =
    steps.length + pieces.reduce((sum, one) => sum + (typeof one === 'string' ? 0 : one[1] - 1), 0);
  const head = Buffer.alloc(16);
  head.writeUInt32LE(body.length + 12, 0);
  head.writeUInt32LE(size, 4);
  head.write('LZFu', 8, 'latin1');
  return Buffer.concat([head, Buffer.from(body)]);
}

describe('a mail of Outlook in RTF alone', () => {
  const above = 'Date: 2026-03-02 10:00:00 UTC\nSubject: Rent\n\n';
  const mail = (rtf: Buffer) =>
    readBytes(
      oleWith({
        '__properties_version1.0': properties,
        '__substg1.0_0037001F': wide('Rent'),
        '__substg1.0_10090102': rtf,
      }),
    );

  test('is read, with what is copied from before and from the words that every mail begins with', async () => {
    // The window begins with `{\\rtf1\\ansi`, and what is written follows at 207.
    const rtf = compressed([[0, 11], '\\ansicpg1252 ab', [231, 4], "\\par Gr\\'f6\\'dfe}"]);
    expect(await mail(rtf)).toEqual([`${above}ababab\nGröße`]);
  });

  test('may be plain, with the tags of a page that nobody sees', async () => {
    const text = '{\\rtf1\\fromhtml1 {\\*\\htmltag64 <p>}Hello{\\*\\htmltag72 </p>}\\par}';
    const head = Buffer.alloc(16);
    head.writeUInt32LE(text.length, 4);
    head.write('MELA', 8, 'latin1');
    expect(await mail(Buffer.concat([head, Buffer.from(text)]))).toEqual([`${above}Hello`]);
  });

  test.each([[Buffer.alloc(3)], [Buffer.alloc(40, 7)]])('in an unknown form is damaged: %#', async (rtf) => {
    expect(await mail(rtf)).toBe('damaged');
  });

  test('ends where the text ends, whatever length it states', async () => {
    const rtf = compressed(['{\\rtf1 Short}', [220, 17]]);
    rtf.writeUInt32LE(0xffff_ffff, 4);
    expect(await mail(rtf)).toEqual([`${above}Short`]);
  });
});

test('a document of Pages, Numbers or Keynote says what to do', async () => {
  expect(await readBytes(zipSync({ 'Index/Document.iwa': strToU8('x'), 'preview.jpg': strToU8('y') }))).toBe(
    'iwork',
  );
});

test.each(['text-template', 'text-master'])('an OpenDocument %s is read', async (kind) => {
  const bytes = zipSync({
    mimetype: [strToU8(`application/vnd.oasis.opendocument.${kind}`), { level: 0 }],
    'content.xml': strToU8(
      '<office:document-content><office:body><office:text><text:p>Text</text:p></office:text></office:body></office:document-content>',
    ),
  });
  expect(await readBytes(bytes)).toEqual(['Text']);
});

test('subtitles with their mark are a text', async () => {
  expect(await readBytes(strToU8('WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n'))).toEqual([
    'WEBVTT\n\n00:01.000 --> 00:02.000\nHello',
  ]);
});
