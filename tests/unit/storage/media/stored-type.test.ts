import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { storedType } from '../../../../electron/storage/media/stored-type';
import { oleOf } from '../../../support/documents';
import { encodedTexts } from '../../../support/encoded-texts';
import { readBytes } from '../../../support/read-bytes';

const folders = {
  word: ['document', 'docx'],
  xl: ['workbook', 'xlsx'],
  ppt: ['presentation', 'pptx'],
} as const;
const long = strToU8(Array.from({ length: 30_000 }, (_, at) => `${at * 7_919}`).join(' '));

describe('an office document', () => {
  test.each(Object.entries(folders))(
    '%s is known wherever its list of types is',
    async (folder, [main, extension]) => {
      const parts = { [`${folder}/theme.xml`]: long, [`${folder}/${main}.xml`]: strToU8('<a/>') };
      const types = { '[Content_Types].xml': strToU8('<Types/>') };
      for (const order of [
        { ...types, ...parts },
        { 'docProps/app.xml': long, ...parts, ...types },
      ])
        expect((await storedType(zipSync(order))).extension).toBe(extension);
    },
  );

  test('that is cut is known by the beginning', async () => {
    const whole = zipSync({ '[Content_Types].xml': strToU8('<Types/>'), 'word/document.xml': long });
    expect((await storedType(whole.subarray(0, whole.length / 2))).extension).toBe('docx');
  });

  test('is another one where a workbook is in binary parts, and none where a zip holds other files', async () => {
    const types = { '[Content_Types].xml': strToU8('<Types/>') };
    expect((await storedType(zipSync({ ...types, 'xl/workbook.bin': long }))).extension).toBe('xlsb');
    expect((await storedType(zipSync({ ...types, 'a.dll': long }))).contentType).toBe('application/zip');
    expect((await storedType(zipSync({ 'word/a.txt': long }))).contentType).toBe('application/zip');
  });
});

test.each([
  ['EncryptedPackage', 'encrypted'],
  ['WordDocument', 'damaged'],
  ['Workbook', 'damaged'],
  ['PowerPoint Document', 'damaged'],
])('an Office file with the stream “%s” says why its text can’t be read', async (name, why) => {
  expect(await readBytes(oleOf('Root Entry', name))).toBe(why);
});

describe('a text', () => {
  test.each(encodedTexts)('in %s is a text, and read as one', async (_encoding, base64, text) => {
    const bytes = Buffer.from(base64, 'base64');
    expect((await storedType(bytes)).contentType).toBe('text/plain');
    expect(await readBytes(bytes)).toEqual([text.trim()]);
  });

  test('of two bytes a sign is one, with and without a mark', async () => {
    const text = 'Größe;Preis\nÄpfel;3';
    for (const mark of ['\ufeff', '']) {
      const bytes = Buffer.from(`${mark}${text}`, 'utf16le');
      expect(await readBytes(bytes)).toEqual([text]);
      expect(await readBytes(Buffer.from(bytes).swap16())).toEqual([text]);
    }
  });

  test('is read whole where only its end is in another encoding', async () => {
    const bytes = Buffer.from(`${'plain words\n'.repeat(1_000)}caf\xe9`, 'latin1');
    expect(await readBytes(bytes)).toEqual([`${'plain words\n'.repeat(1_000)}café`]);
  });

  test('is none where it holds what no text does', async () => {
    const bytes = Uint8Array.from({ length: 512 }, (_, at) => at * 7);
    expect((await storedType(bytes)).contentType).toBe('application/octet-stream');
  });
});
