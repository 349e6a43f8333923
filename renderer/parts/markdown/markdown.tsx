import { memo, useId, useMemo, useRef, useState } from 'react';
import { type Components, Streamdown } from 'streamdown';
import { cutText, endOfText } from '../../../shared/text/cut-text';
import { Button } from '../../ui/button';
import { Guard } from '../../ui/guard';
import { CodeBlock, CodeElement } from './code-block';
import { Blockquote, Checkbox, HeadingShift, headings, Image } from './elements';
import { Link } from './link';
import { exceedsMarkdownLimits } from './markdown-limits';
import { prepared, remarkPlugins } from './read-markdown';
import {
  type Block,
  blocksOf,
  endSplit,
  growSplit,
  labelOf,
  nothingSplit,
  type Split,
  sourceOf,
} from './split-blocks';
import { Table } from './table';

/** The library types all elements at once by an index, which a component for a single element does not satisfy. */
const components = {
  ...headings,
  a: Link,
  blockquote: Blockquote,
  code: CodeElement,
  img: Image,
  input: Checkbox,
  table: Table,
} as Components;

/**
 * No plugin that parses raw HTML: without one the renderer turns every tag of a model into text.
 * Links and images use our own elements, which decide what an address may do.
 */
const rehypePlugins: never[] = [];

/** A footnote and its reference may be far apart: such a text is rendered in one piece, unless it is too long. */
const wholeAtMost = 60_000;

/**
 * From this length on, a reply that grew here skips layout of what is out of view: also after its end, when all of it
 * would be laid out at once. Its blocks keep the heights they had.
 */
const manyBlocks = 40;

/** Each block is a few elements at least: what follows this many blocks is shown as plain text. */
const drawnAtMost = 2_500;

/** A model's markdown, safe by construction and cheap while it grows: only the last block renders again. */
export function Markdown({ text, streaming }: { text: string; streaming: boolean }) {
  const split = useSplit(text, streaming);
  const idPrefix = useId();
  const isWhole = !streaming && split.hasFootnotes && text.length <= wholeAtMost;
  const blocks = isWhole ? [wholeBlock(text)] : blocksOf(split);
  const [hasGrown] = useState(streaming);
  return (
    <HeadingShift.Provider value={split.highestHeading === 7 ? 0 : 3 - split.highestHeading}>
      <div className={hasGrown && blocks.length > manyBlocks ? 'markdown markdown-growing' : 'markdown'}>
        {blocks.slice(0, drawnAtMost).map((block, index) => (
          <BlockView
            // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever added at the end.
            key={index}
            block={block}
            text={withDefinitions(block, split.definitions)}
            growing={streaming && index === blocks.length - 1}
            idPrefix={idPrefix}
          />
        ))}
        {blocks.length > drawnAtMost && (
          <PlainText text={textOf(blocks.slice(drawnAtMost))} growing={streaming} />
        )}
      </div>
    </HeadingShift.Provider>
  );
}

/** Continues from what was read before; a text that has ended ends its last line too. */
function useSplit(text: string, streaming: boolean): Split {
  const known = useRef(nothingSplit);
  return useMemo(() => {
    known.current = streaming ? growSplit(known.current, text) : endSplit(known.current, text);
    return known.current;
  }, [text, streaming]);
}

const textOf = (blocks: readonly Block[]) => blocks.map(({ text }) => text).join('');

const wholeBlock = (text: string): Block => ({ text, language: null, sourceAt: 0, isOpen: false });

interface BlockViewProps {
  block: Block;
  text: string;
  growing: boolean;
  idPrefix: string;
}

const BlockView = memo(
  function BlockView({ block, text, growing, idPrefix }: BlockViewProps) {
    if (block.language !== null) {
      return <CodeBlock language={block.language} source={sourceOf(block)} open={growing && block.isOpen} />;
    }
    if (exceedsMarkdownLimits(text)) return <PlainText text={text} />;
    return (
      <Guard instead={<PlainText text={text} />}>
        <Parsed text={text} growing={growing} idPrefix={idPrefix} />
      </Guard>
    );
  },
  (one, other) =>
    one.text === other.text && one.growing === other.growing && one.block.language === other.block.language,
);

/** Below the boundary, so that a text that can't be prepared is caught as well as one that can't be parsed. */
function Parsed({ text, growing, idPrefix }: Omit<BlockViewProps, 'block'>) {
  return (
    <Streamdown
      components={components}
      remarkPlugins={remarkPlugins}
      rehypePlugins={rehypePlugins}
      remarkRehypeOptions={{ clobberPrefix: idPrefix }}
      parseIncompleteMarkdown={growing}
      parseMarkdownIntoBlocksFn={oneBlock}
      isAnimating={growing}
      controls={false}
    >
      {prepared(text, growing)}
    </Streamdown>
  );
}

const oneBlock = (text: string) => [text];

/** Above this length, laying out the whole text would be too slow. */
const shownCharacters = 20_000;

interface PlainTextProps {
  text: string;
  /** While it grows, its end is shown. */
  growing?: boolean;
}

/** Text shown without markdown, because rendering it would be too slow. */
function PlainText({ text, growing = false }: PlainTextProps) {
  const [all, setAll] = useState(false);
  const cut = !all && text.length > shownCharacters;
  const shown = growing ? endOfText(text, shownCharacters) : cutText(text, shownCharacters);
  return (
    <div>
      <p className="whitespace-pre-wrap">{cut ? shown : text}</p>
      {cut && (
        <Button tone="quiet" className="mt-1" onClick={() => setAll(true)}>
          Show all {text.length.toLocaleString('en')} characters
        </Button>
      )}
    </div>
  );
}

const reference = /\[((?:[^[\]\\]|\\[^\n]){1,200})\]/g;

/** A block's text with the definitions of the references it uses, wherever in the reply they are. */
export function withDefinitions({ text, language }: Block, definitions: ReadonlyMap<string, string>): string {
  if (definitions.size === 0 || language !== null || !text.includes('[')) return text;
  const lines = new Set<string>();
  for (const [, label = ''] of text.matchAll(reference)) {
    const line = definitions.get(labelOf(label));
    if (line !== undefined && !text.includes(line)) lines.add(line);
  }
  return lines.size === 0 ? text : `${text.trimEnd()}\n\n${[...lines].join('\n')}\n`;
}
