import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import type { HtmlElement, ReadHtml } from '../shared/assertions/html';

type Node = DefaultTreeAdapterTypes.Node;

/** Reads HTML as browsers do. Nothing of it is shown, run or loaded. */
export function readHtml(text: string): ReadHtml {
  const elements: HtmlElement[] = [];
  let hasBareText = false;
  const open: Node[] = [parse(text, { sourceCodeLocationInfo: true })];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const inside = 'childNodes' in node ? node.childNodes : [];
    open.push(...inside.toReversed());
    if (!('tagName' in node)) continue;
    elements.push({ name: node.tagName, isWritten: !!node.sourceCodeLocation });
    if (node.tagName === 'body')
      hasBareText ||= inside.some((one) => 'value' in one && one.value.trim() !== '');
  }
  return { elements, hasBareText };
}
