/**
 * The few tags that models write inside their markdown and that can do nothing: a line break, keys, small letters
 * above and below the line, marks. Everything else stays the text it is, and these lose whatever attributes they had.
 */

/** Of a markdown tree, what is looked at here. */
interface Node {
  type: string;
  value?: string;
  children?: Node[];
  data?: { hName: string };
}

const pairs = /^<(kbd|sub|sup|mark|u)>$/i;
const lineBreak = /^<br\s*\/?>$/i;

/** A plugin for the reader of markdown. */
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

/** How far an end is looked for: these tags stand around a few words. */
const reach = 12;

function endOf(nodes: readonly Node[], start: number, name: string): number {
  const end = `</${name}>`;
  for (let at = start + 1; at < nodes.length && at <= start + reach; at += 1) {
    if (tagOf(nodes[at] as Node).toLowerCase() === end) return at;
  }
  return -1;
}
