/**
 * The few HTML tags that models use in markdown and that are harmless: line breaks, keys, subscript and superscript,
 * marks. Every other tag stays text, and these lose their attributes.
 */

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
export function harmlessTags() {
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
