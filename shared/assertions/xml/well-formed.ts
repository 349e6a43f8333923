/**
 * Whether a text is one XML document: https://www.w3.org/TR/xml/ and https://www.w3.org/TR/xml-names/ . Reads every
 * character once. Documents with declarations of their own in `<!DOCTYPE … [ … ]>` are not taken.
 */

import { NamedTags } from './named-tags';
import { found, name, patternAt, plainName, space } from './names';

const declaration = patternAt(
  `<\\?xml${space}+version${eq()}(?:"1\\.[0-9]+"|'1\\.[0-9]+')(?:${space}+encoding${eq()}(?:"[A-Za-z][\\w.-]*"|'[A-Za-z][\\w.-]*'))?(?:${space}+standalone${eq()}["'](yes|no)["'])?${space}*\\?>`,
);
const comment = patternAt('<!--[^]*?--(>?)');
const instruction = patternAt(`<\\?(?![xX][mM][lL](?:${space}|\\?))${plainName}(?:${space}[^]*?)?\\?>`);
const doctype = patternAt(
  `<!DOCTYPE${space}+${name}(${space}+(?:SYSTEM|PUBLIC${space}+(?:"[-\\w \\r\\n'()+,./:=?;!*#@$%]*"|'[-\\w \\r\\n()+,./:=?;!*#@$%]*'))${space}+(?:"[^"#]*"|'[^'#]*'))?${space}*>`,
);
const data = patternAt('<!\\[CDATA\\[[^]*?\\]\\]>');
const blank = patternAt(`${space}+`);
const words = patternAt('[^<&]+');
/** Characters that no document has, not even in a reference. */
const forbidden = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u;

function eq(): string {
  return `${space}*=${space}*`;
}

/** Why it is none; `null` where it is one. */
export function xmlMistake(whole: string): string | null {
  const text = whole.startsWith('\u{FEFF}') ? whole.slice(1) : whole;
  if (forbidden.test(text)) return 'a character that XML does not allow';
  const tags = new NamedTags(text);
  const start = found(declaration, text, 0);
  const isAlone = start?.[1] === 'yes';
  for (let at = start?.[0].length ?? 0; at < text.length; ) {
    const around = isDeclaration(text, at)
      ? (doctypeEnd(text, at, tags, isAlone) ?? remarkEnd(text, at))
      : null;
    const end = around ?? inside(text, at, tags);
    if (typeof end === 'string') return end;
    at = end;
  }
  if (tags.roots === 0) return 'no element';
  return tags.isOpen ? `“${tags.name}” is not closed` : null;
}

const isDeclaration = (text: string, at: number): boolean =>
  text[at] === '<' && (text[at + 1] === '!' || text[at + 1] === '?');

function doctypeEnd(text: string, at: number, tags: NamedTags, isAlone: boolean): number | string | null {
  const type = found(doctype, text, at);
  if (type === null) return null;
  if (tags.hasDoctype || tags.roots > 0) return 'a DOCTYPE that is not before the element';
  tags.hasDoctype = true;
  // What an external file may declare is known to nobody here.
  tags.takesAnyEntity = type[1] !== undefined && !isAlone;
  return at + type[0].length;
}

function remarkEnd(text: string, at: number): number | string | null {
  const remark = found(comment, text, at);
  if (remark?.[1] === '') return '“--” in a comment';
  const one = remark ?? found(instruction, text, at);
  return one === null ? null : at + one[0].length;
}

/** Where the next part ends, or what is wrong with it. */
function inside(text: string, at: number, tags: NamedTags): number | string {
  if (!tags.isOpen) {
    const space = found(blank, text, at);
    if (space !== null) return at + space[0].length;
    if (text[at] !== '<') return 'text outside the element';
  }
  const plain = tags.isOpen ? found(text[at] === '<' ? data : words, text, at) : null;
  if (plain === null) return text[at] === '&' ? tags.reference(at) : tags.tag(at);
  const [part] = plain;
  return part.startsWith('<') || !part.includes(']]>') ? at + part.length : '“]]>” in a text';
}
