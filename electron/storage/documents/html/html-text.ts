/** The text of a page as a browser shows it. Nothing of it is run or loaded. */
import { type DefaultTreeAdapterTypes, parse, parseFragment } from 'parse5';
import type { PageWriter } from '../page-writer';
import { createHtmlWriter, type HtmlWriter } from './html-writer';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

export function writeHtml(html: string, writer: Pick<PageWriter, 'write' | 'isFull' | 'cut'>): void {
  const written = createHtmlWriter(writer.write);
  const left: (Node | { readonly ended: string })[] = [parse(html)];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (writer.isFull()) return void writer.cut();
    if ('ended' in node) written.close(node.ended);
    else if (node.nodeName === '#text' && 'value' in node) written.text(node.value);
    else if (!isHidden(node)) for (const one of begun(node, written)) left.push(one);
  }
}

/** @returns what is left to be written of it, the last first */
function begun(node: Node, written: HtmlWriter): (Node | { readonly ended: string })[] {
  const inside = 'childNodes' in node ? node.childNodes.toReversed() : [];
  if (!('tagName' in node)) return inside;
  written.open(node.tagName, attributesOf(node));
  return [{ ended: node.tagName }, ...inside];
}

const attributesOf = (element: Element) => (name: string) =>
  element.attrs.find((one) => one.name === name)?.value ?? null;

/** Mails begin with a line that only lists of mails show. */
function isHidden(node: Node): boolean {
  if (!('tagName' in node)) return false;
  const attribute = attributesOf(node);
  return attribute('hidden') !== null || /display\s*:\s*none/i.test(attribute('style') ?? '');
}

const known = new Map<string, string>();

/** What an entity of HTML is, which XHTML uses without saying it. */
export function htmlEntity(written: string): string {
  const found = known.get(written);
  if (found !== undefined) return found;
  const [node] = parseFragment(written).childNodes;
  const value = node !== undefined && 'value' in node ? node.value : written;
  if (known.size < 5_000) known.set(written, value);
  return value;
}
