/** Blanks to be filled in, such as `______`: the renderer takes the underscores for marks of emphasis and drops them. */
import { fencedCode, inlineCode } from './code-places';

const formula = '\\$\\$[\\s\\S]*?\\$\\$|\\\\\\([\\s\\S]*?\\\\\\)|\\\\\\[[\\s\\S]*?\\\\\\]';
/** A line of its own is a rule across the page. */
const rule = '(?:^|\\n)[ \\t]*(?:_[ \\t]*){3,}(?=\\n|$)';
const address = '(?:https?:\\/\\/|www\\.)[^\\s<>]+';
/** Three of them are marks only around words of scripts that separate their words. */
const spaceless = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}';
const pair = `(?<![\\p{L}\\p{N}_\\\\])___(?=(?![${spaceless}])[\\p{L}\\p{N}*\`])[^_\\n]*[^_\\s]___(?![\\p{L}\\p{N}_])`;
const blank = '((?<![\\\\_])_{3,})';

const parts = new RegExp([fencedCode, inlineCode, formula, rule, address, pair, blank].join('|'), 'giu');

/** The text with the underscores of blanks as signs. */
export function withBlanks(text: string): string {
  if (!text.includes('___')) return text;
  return text.replace(parts, (whole, ...found) => {
    const line = found[2] as string | undefined;
    return line === undefined ? whole : line.replaceAll('_', '\\_');
  });
}
