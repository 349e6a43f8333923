/** The typeface of all lettering: Inter, bundled; missing characters come from the system's own fonts. */

import cyrillic from '@fontsource-variable/inter/files/inter-cyrillic-wght-normal.woff2?inline';
import greek from '@fontsource-variable/inter/files/inter-greek-wght-normal.woff2?inline';
import latinExtended from '@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2?inline';
import latin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?inline';
import vietnamese from '@fontsource-variable/inter/files/inter-vietnamese-wght-normal.woff2?inline';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import type { Context } from './drawing';

const bundled: Readonly<Record<string, string>> = {
  'Gatehouse Latin': latin,
  'Gatehouse Latin Extended': latinExtended,
  'Gatehouse Cyrillic': cyrillic,
  'Gatehouse Greek': greek,
  'Gatehouse Vietnamese': vietnamese,
};

/** Fonts with other scripts and emoji that the usual systems carry. */
const systemFonts = [
  ...[
    'Noto Sans',
    'Noto Sans CJK SC',
    'Noto Sans CJK JP',
    'Noto Sans SC',
    'Noto Sans JP',
    'Noto Sans Arabic',
  ],
  ...[
    'Noto Sans Hebrew',
    'Noto Sans Devanagari',
    'Noto Sans Thai',
    'WenQuanYi Zen Hei',
    'Droid Sans Fallback',
  ],
  ...['Segoe UI', 'Microsoft YaHei', 'Yu Gothic', 'Malgun Gothic', 'Nirmala UI', 'Leelawadee UI', 'Arial'],
  ...['PingFang SC', 'Hiragino Sans', 'Apple SD Gothic Neo', 'Geeza Pro', 'Arial Unicode MS', 'DejaVu Sans'],
  ...['Noto Color Emoji', 'Segoe UI Emoji', 'Apple Color Emoji', 'Segoe UI Symbol', 'Noto Sans Symbols'],
];

let families: string | null = null;

function fontFamilies(): string {
  if (families === null) {
    for (const [name, url] of Object.entries(bundled)) {
      GlobalFonts.register(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'), name);
    }
    const found = systemFonts.filter((name) => GlobalFonts.has(name));
    families = [...Object.keys(bundled), ...found].map((name) => `"${name}"`).join(', ');
  }
  return families;
}

/** Chooses size (pixels) and weight (100 to 900) for what is written next. */
export function setFont(context: Context, size: number, weight: number): void {
  context.font = `${weight} ${size}px ${fontFamilies()}`;
  // A variable font takes its weight from here; the canvas only thickens what it does not know.
  context.fontVariationSettings = `"wght" ${weight}`;
}

const drawable = new Map<string, boolean>();
/** A code point that no font has. */
const UNKNOWN = '\u{10fffd}';

/** Whether a font here has a glyph for a character, rather than the box that means "unknown". */
export function isDrawable(character: string): boolean {
  const known = drawable.get(character);
  if (known !== undefined) return known;
  const isKnown = /^\s+$/.test(character) || !picture(character).equals(picture(UNKNOWN));
  if (drawable.size > 5000) drawable.clear();
  drawable.set(character, isKnown);
  return isKnown;
}

function picture(character: string): Buffer {
  const canvas = createCanvas(24, 24);
  const context = canvas.getContext('2d');
  setFont(context, 16, 400);
  context.fillText(Array.from(character)[0] ?? '', 2, 18);
  return canvas.data();
}
