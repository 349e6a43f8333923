/** Settings of programs that write one object of JSON where others write lines. */
import type { FileClaim } from '../../../../../shared/media/claims';
import { claimOf, type Fields, fieldsOf, json, mostCharacters, type Texts } from './settings-parts';

const written = (texts: Texts): Fields | null =>
  fieldsOf(json(texts.get('parameters') ?? texts.get('UserComment')));

/** `1024x768` or `(1024, 768)`. */
function sizeIn(text: unknown): { readonly width?: string; readonly height?: string } {
  const [, width, height] = /^\(?(\d{1,5})\s*[x×,]\s*(\d{1,5})\)?$/.exec(String(text).trim()) ?? [];
  return width === undefined || height === undefined ? {} : { width, height };
}

/** Lists and objects inside as they are written. */
const othersOf = (fields: Fields): readonly (readonly [string, unknown])[] =>
  Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
  ]);

export function readFooocus(texts: Texts): FileClaim | null {
  const fields = written(texts);
  const isFooocus = /^fooocus/i.test(`${texts.get('fooocus_scheme') ?? fields?.version ?? ''}`);
  if (fields === null || !isFooocus || fields.sui_image_params !== undefined) return null;
  const { prompt, negative_prompt, base_model, seed, resolution, ...others } = fields;
  const size = sizeIn(resolution);
  const found = { prompt, negative: negative_prompt, model: base_model, seed, ...size };
  return claimOf('fooocus', { ...found, others: othersOf(others) });
}

export function readSwarm(texts: Texts): FileClaim | null {
  const fields = fieldsOf(written(texts)?.sui_image_params);
  if (fields === null) return null;
  const { prompt, negativeprompt, model, seed, width, height, ...others } = fields;
  const found = { prompt, negative: negativeprompt, model, seed, width, height };
  return claimOf('swarmui', { ...found, others: othersOf(others) });
}

/** In the comment of its XMP, with short names. */
export function readDrawThings(texts: Texts): FileClaim | null {
  const xmp = texts.get('XML:com.adobe.xmp')?.slice(0, mostCharacters) ?? '';
  const [, comment = ''] = /<exif:UserComment>[^{]{0,1000}(\{[^<]{0,1000000}\})/.exec(xmp) ?? [];
  const fields = fieldsOf(json(plainXml(comment)));
  if (typeof fields?.c !== 'string') return null;
  const { c, uc, model, seed, size, ...others } = fields;
  const found = { prompt: c, negative: uc, model, seed, ...sizeIn(size) };
  return claimOf('drawthings', { ...found, others: othersOf(others) });
}

const signs: Readonly<Record<string, string>> = { quot: '"', apos: "'", lt: '<', gt: '>', amp: '&' };

const plainXml = (text: string): string =>
  text.replace(/&(?:(quot|apos|lt|gt|amp)|#(\d{1,6})|#x([\da-f]{1,5}));/gi, (whole, name, decimal, hex) => {
    if (name !== undefined) return signs[name.toLowerCase()] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
