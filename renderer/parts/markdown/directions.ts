/**
 * The direction of each paragraph, list, quote and table, by most of its letters: a paragraph of Hebrew that begins with
 * a Latin word still reads from the right.
 */
import { directionOf, hasRightToLeft } from '../../lib/direction-of';

/** The part of a markdown tree that is used here. */
interface Node {
  type: string;
  value?: string;
  children?: Node[];
  data?: { hProperties?: Record<string, unknown> };
}

const blocks = new Set(['paragraph', 'heading', 'list', 'listItem', 'blockquote', 'table', 'tableCell']);
/** They read from the left, whatever is around them. */
const notWords = new Set(['code', 'inlineCode', 'math', 'inlineMath', 'html']);

/** A plugin for the markdown parser. */
export function directions() {
  return (tree: unknown): void => {
    const root = tree as Node;
    if (hasRightToLeft(wordsOf(root))) visit(root);
  };
}

/** @returns the words of the node */
function visit(node: Node): string {
  if (notWords.has(node.type)) return '';
  const words = node.children === undefined ? (node.value ?? '') : node.children.map(visit).join(' ');
  const direction = blocks.has(node.type) ? directionOf(words) : undefined;
  if (direction !== undefined)
    node.data = { ...node.data, hProperties: { ...node.data?.hProperties, dir: direction } };
  return words;
}

function wordsOf(node: Node): string {
  if (notWords.has(node.type)) return '';
  return node.children === undefined ? (node.value ?? '') : node.children.map(wordsOf).join(' ');
}
