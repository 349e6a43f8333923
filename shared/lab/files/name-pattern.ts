/** Names of files that a file names: one below its folder, or a pattern of several, as promptfoo's globs are written. */

import { fits } from '../../text/wildcards';

/** With `/` between folders, and without a `./` before it. */
export const plainName = (name: string): string => name.replaceAll('\\', '/').replace(/^(\.\/+)+/, '');

/** What a file of somebody else names stays in its folder: its text goes to a gateway. */
export const isBelow = (name: string): boolean => !/^(\/|[a-z]:)|(^|\/)\.\.(\/|$)/i.test(plainName(name));

export const isPattern = (name: string): boolean => /[*?{[]/.test(name);

/** More alternatives than a person writes. */
const mostAlternatives = 100;

/** `*` and `?` stand for characters of one name, `[a-z]` for one of them, `**` for folders, `{a,b}` for either. */
export function matchesPattern(name: string, pattern: string): boolean {
  const parts = plainName(name).split('/');
  return alternativesOf(plainName(pattern)).some((one) => fits(one.split('/'), parts, '**', fitsPart));
}

function fitsPart(pattern: string, part: string): boolean {
  // Hidden files are named, never meant by a pattern.
  if (part.startsWith('.') && !pattern.startsWith('.')) return false;
  return fits(pattern.match(/\[[^\]]+\]|./gsu) ?? [], [...part], '*', fitsCharacter);
}

function fitsCharacter(pattern: string, character: string): boolean {
  if (pattern === '?') return true;
  if (pattern.length < 3 || !pattern.startsWith('[')) return pattern === character;
  const isNot = /^\[[!^]/.test(pattern);
  const ranges = pattern.slice(isNot ? 2 : 1, -1).match(/.-.|./gsu) ?? [];
  const isIn = ranges.some((range) => {
    const [from = '', to = from] = range.length > 2 ? range.split('-') : [range];
    return from <= character && character <= to;
  });
  return isIn !== isNot;
}

/** The innermost braces first. */
function alternativesOf(pattern: string): readonly string[] {
  let all = [pattern];
  for (;;) {
    const next = all.flatMap((one) => {
      const [whole, inside = ''] = /\{([^{}]*)\}/.exec(one) ?? [];
      if (whole === undefined) return [one];
      const at = one.indexOf(whole);
      const [before, after] = [one.slice(0, at), one.slice(at + whole.length)];
      return inside.split(',', mostAlternatives).map((each) => before + each + after);
    });
    if (next.length === all.length && next.every((one, at) => one === all[at])) return all;
    all = next.slice(0, mostAlternatives);
  }
}
