/** How a model's text is read: what is done to it before the parser, and the parser's plugins. */
import remarkCjkFriendly from 'remark-cjk-friendly';
import remarkCjkFriendlyGfmStrikethrough from 'remark-cjk-friendly-gfm-strikethrough';
import remarkMath from 'remark-math';
import { defaultRemarkPlugins, type StreamdownProps } from 'streamdown';
import { withAddressEnds } from './bare-addresses';
import { directions } from './directions';
import { besideIndentedCode } from './indented-code';
import { fencedCode, inlineCode, withMathMarks } from './math-marks';

const { gfm, ...others } = defaultRemarkPlugins;
const [remarkGfm] = [gfm].flat();
/** `100~200` is a range: only two tildes strike out. */
const strikes = { singleTilde: false };

/** A single dollar stays a dollar here; `withMathMarks` has already separated formulas from prices. */
export const remarkPlugins = [
  [remarkGfm, strikes],
  ...Object.values(others),
  // Bold and struck text ends beside the punctuation of Chinese, Japanese and Korean, which has no blank behind it.
  remarkCjkFriendly,
  [remarkCjkFriendlyGfmStrikethrough, strikes],
  [remarkMath, { singleDollarTextMath: false }],
  harmlessTags,
  directions,
] as NonNullable<StreamdownProps['remarkPlugins']>;

/** @param isGrowing whether more of the text may come */
export const prepared = (text: string, isGrowing = false): string =>
  besideIndentedCode(text, (rest) => withSigns(withMathMarks(withAddressEnds(rest), isGrowing)));

// Blanks to be filled in, such as `______`, and products such as `3*4*5`: the renderer takes their signs for marks of
// emphasis and drops them, which changes what a figure says.

const formula = '\\$\\$[\\s\\S]*?\\$\\$|\\\\\\([\\s\\S]*?\\\\\\)|\\\\\\[[\\s\\S]*?\\\\\\]';
/** A line of its own is a rule across the page. */
const rule = '(?:^|\\n)[ \\t]*(?:_[ \\t]*){3,}(?=\\n|$)';
const address = '(?:https?:\\/\\/|www\\.)[^\\s<>]+';
/** Three of them are marks only around words of scripts that separate their words. */
const spaceless = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}';
const pair = `(?<![\\p{L}\\p{N}_\\\\])___(?=(?![${spaceless}])[\\p{L}\\p{N}*\`])[^_\\n]*[^_\\s]___(?![\\p{L}\\p{N}_])`;
const blank = '(?<![\\\\_])_{3,}';
/** Two stars inside a word may make a syllable bold; between two digits they are a power. */
const product = '(?<=\\d)\\*{1,2}(?=\\d)|(?<=\\w)\\*\\w+\\*(?=\\w)';
const signs = `((?:${blank})|${product})`;

const parts = new RegExp([fencedCode, inlineCode, formula, rule, address, pair, signs].join('|'), 'giu');
const mayHaveSigns = /___|\w\*/;

/** The text with the underscores of blanks and the stars of products as signs. */
export function withSigns(text: string): string {
  if (!mayHaveSigns.test(text)) return text;
  return text.replace(parts, (whole, ...found) => {
    const signs = found[2] as string | undefined;
    return signs === undefined ? whole : signs.replace(/[_*]/g, '\\$&');
  });
}

// The few HTML tags that models use in markdown and that are harmless: line breaks, keys, subscript and
// superscript, marks. Every other tag stays text, and these lose their attributes.

/** The part of a markdown tree that is used here. */
interface Node {
  type: string;
  value?: string;
  children?: Node[];
  data?: { hName: string };
}

const pairs = /^<(kbd|sub|sup|mark|u)>$/i;
const lineBreak = /^<br\s*\/?>$/i;

/** A plugin for the markdown parser. */
function harmlessTags() {
  return (tree: unknown): void => visit(tree as Node);
}

function visit(node: Node): void {
  if (node.children === undefined) return;
  for (const child of node.children) visit(child);
  if (node.type !== 'root') node.children = withTags(node.children);
}

function withTags(nodes: readonly Node[]): Node[] {
  const result: Node[] = [];
  for (let at = 0; at < nodes.length; at += 1) {
    const node = nodes[at] as Node;
    const name = pairs.exec(tagOf(node))?.[1]?.toLowerCase();
    const end = name === undefined ? -1 : endOf(nodes, at, name);
    if (name !== undefined && end > at) {
      result.push({ type: 'emphasis', data: { hName: name }, children: withTags(nodes.slice(at + 1, end)) });
      at = end;
    } else result.push(lineBreak.test(tagOf(node)) ? { type: 'break' } : node);
  }
  return result;
}

const tagOf = ({ type, value = '' }: Node) => (type === 'html' ? value : '');

/** How far the end of a tag is searched: these tags enclose a few words. */
const reach = 12;

function endOf(nodes: readonly Node[], start: number, name: string): number {
  const end = `</${name}>`;
  for (let at = start + 1; at < nodes.length && at <= start + reach; at += 1) {
    if (tagOf(nodes[at] as Node).toLowerCase() === end) return at;
  }
  return -1;
}
