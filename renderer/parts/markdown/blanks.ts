/** Blanks to be filled in, such as `______`: the renderer takes the underscores for marks of emphasis and drops them. */
import { fencedCode, inlineCode } from './code-places';

const formula = '\\$\\$[\\s\\S]*?\\$\\$|\\\\\\([\\s\\S]*?\\\\\\)|\\\\\\[[\\s\\S]*?\\\\\\]';
/** A line of its own is a rule across the page. */
const rule = '(?:^|\\n)[ \\t]*(?:_[ \\t]*){3,}(?=\\n|$)';
const address = '(?:https?:\\/\\/|www\\.)[^\\s<>]+';
const blank = '((?<![\\\\_])_{4,})';

const parts = new RegExp([fencedCode, inlineCode, formula, rule, address, blank].join('|'), 'gi');

/** The text with the underscores of blanks as signs. */
export function withBlanks(text: string): string {
  if (!text.includes('____')) return text;
  return text.replace(parts, (whole, ...found) => {
    const line = found[2] as string | undefined;
    return line === undefined ? whole : line.replaceAll('_', '\\_');
  });
}
