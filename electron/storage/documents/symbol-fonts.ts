/** Signs of fonts in which letters are drawn as symbols, as the signs of Unicode that look so. */

/** Adobe’s and Microsoft’s Symbol, from 0x20 and from 0xA0. */
const symbol = [
  ' !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼',
  '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪\0〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭',
] as const;

/** Those that people choose: ticks, boxes, arrows, bullets, digits in circles. */
const wingdings: ReadonlyMap<number, string> = new Map([
  ...pairs(0x21, '✏✂'),
  ...([
    [0x28, '☎'],
    [0x2a, '✉'],
    [0x36, '⌛'],
    [0x45, '☜'],
    [0x46, '☞'],
  ] as const),
  ...pairs(0x4a, '☺😐☹'),
  ...([
    [0x6c, '●'],
    [0x6e, '■'],
    [0x6f, '□'],
    [0x71, '❑'],
    [0x72, '❒'],
    [0x75, '◆'],
    [0x76, '❖'],
  ] as const),
  ...pairs(0x80, '⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿'),
  ...([
    [0x9f, '•'],
    [0xa7, '▪'],
    [0xa8, '◻'],
    [0xd8, '➢'],
    [0xe8, '➔'],
    [0xf0, '⇨'],
  ] as const),
  ...pairs(0xdf, '←→↑↓'),
  ...pairs(0xfb, '✗✓☒☑'),
]);
const wingdings2: ReadonlyMap<number, string> = new Map([
  ...pairs(0x4f, '✗✓'),
  ...pairs(0x51, '☒☑☒'),
  [0xa3, '□'] as const,
]);

function pairs(from: number, signs: string): readonly (readonly [number, string])[] {
  return [...signs].map((sign, at) => [from + at, sign] as const);
}

/** @param code the byte in the font, alone or in the private area from U+F000 */
export function symbolSign(font: string, code: number): string {
  const byte = code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code;
  if (/^wingdings 2/i.test(font)) return wingdings2.get(byte) ?? '•';
  if (/^wingdings/i.test(font)) return wingdings.get(byte) ?? '•';
  if (/^(?:standard )?symbol/i.test(font)) return ofSymbol(byte);
  return code >= 0xf000 && code <= 0xf0ff ? '•' : String.fromCodePoint(Math.min(code, 0x10ffff));
}

function ofSymbol(byte: number): string {
  const sign = byte < 0xa0 ? symbol[0][byte - 0x20] : symbol[1][byte - 0xa0];
  return sign === undefined || sign === '\0' ? '•' : sign;
}

/** Programs write such signs into the text too. */
export const withSymbols = (text: string, font: string): string =>
  /[\uf020-\uf0ff]/.test(text)
    ? text.replace(/[\uf020-\uf0ff]/g, (sign) => symbolSign(font, sign.charCodeAt(0)))
    : text;
