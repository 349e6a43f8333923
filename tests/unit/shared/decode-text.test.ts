import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, test } from 'vitest';
import { decodeAs, decodeText } from '../../../shared/text/decode-text';
import { textEncodings } from '../../../shared/text/text-encodings';
import { encodedTexts } from '../../support/encoded-texts';

const text = 'Größe 你好 – 😀\n';
const wide = (order: 'le' | 'be', mark: boolean, content = text) => {
  const bytes = Buffer.from(`${mark ? '\ufeff' : ''}${content}`, 'utf16le');
  return new Uint8Array(order === 'le' ? bytes : bytes.swap16());
};

describe('text that says what it is', () => {
  test('is no guess', () => {
    expect(decodeText(new TextEncoder().encode(text))).toEqual({ text, encoding: 'UTF-8', isGuess: false });
    expect(decodeText(new TextEncoder().encode(`\ufeff${text}`))?.text).toBe(text);
    expect(decodeText(wide('le', true))).toEqual({ text, encoding: 'UTF-16 LE', isGuess: false });
    expect(decodeText(wide('be', true))).toEqual({ text, encoding: 'UTF-16 BE', isGuess: false });
    expect(decodeText(new Uint8Array())).toMatchObject({ text: '', isGuess: false });
  });

  test('is none where a text of one byte a sign has zeros in it', () => {
    for (const content of ['a,b\n1,\0\n', `${'plain words '.repeat(20)}\0\0`])
      expect(decodeText(new TextEncoder().encode(content))).toBeNull();
  });

  test('two bytes a sign are seen without a mark too', () => {
    expect(decodeText(wide('le', false))).toEqual({ text, encoding: 'UTF-16 LE', isGuess: true });
    expect(decodeText(wide('be', false, '今天\n部署'))).toMatchObject({
      text: '今天\n部署',
      encoding: 'UTF-16 BE',
    });
  });
});

test.each(encodedTexts)('%s is guessed: %#', (encoding, base64, content) => {
  const bytes = new Uint8Array(Buffer.from(base64, 'base64'));
  expect(decodeText(bytes)).toEqual({ text: content, encoding, isGuess: true });
});

test('every encoding can be chosen', () => {
  for (const name of Object.keys(textEncodings) as (keyof typeof textEncodings)[])
    expect(decodeAs(new TextEncoder().encode('plain'), name).length).toBeGreaterThan(0);
  expect(decodeAs(Uint8Array.of(0xa4), 'Windows-1252')).toBe('¤');
});

test('what is no text is not taken for one', async () => {
  const image = await createCanvas(40, 40).encode('jpeg');
  for (const bytes of [new Uint8Array(image), Uint8Array.of(0x61, 0, 0x62), Uint8Array.of(1, 2, 0xff, 0xe0)])
    expect(decodeText(bytes)).toBeNull();
});
