import type { Block } from './split-blocks';

const used = /\[([^\]\n]{1,200})\]/g;

/** A block's text with the definitions of the references it uses, wherever in the reply they are. */
export function withDefinitions({ text, language }: Block, definitions: ReadonlyMap<string, string>): string {
  if (definitions.size === 0 || language !== null || !text.includes('[')) return text;
  const lines = new Set<string>();
  for (const [, label = ''] of text.matchAll(used)) {
    const line = definitions.get(label.toLowerCase());
    if (line !== undefined && !text.includes(line)) lines.add(line);
  }
  return lines.size === 0 ? text : `${text.trimEnd()}\n\n${[...lines].join('\n')}\n`;
}
