import remarkMath from 'remark-math';
import { type Components, defaultRemarkPlugins, Streamdown } from 'streamdown';
import { CodeElement } from './code-block';
import { Blockquote, Checkbox, HeadingShift, headings, Image, Link, Table } from './elements';
import { highestHeading } from './highest-heading';

/** The library types every element at once by an index, which no component of a single element satisfies. */
const components = {
  ...headings,
  a: Link,
  blockquote: Blockquote,
  code: CodeElement,
  img: Image,
  input: Checkbox,
  table: Table,
} as Components;

/** A single dollar stays a dollar: prices are more common in chats than formulas inside a line. */
const remarkPlugins = [
  ...Object.values(defaultRemarkPlugins),
  [remarkMath, { singleDollarTextMath: false }] as [typeof remarkMath, object],
];

/**
 * No plugin that reads raw HTML: without one the renderer turns every tag a model writes into the text it is.
 * Links and images are made by our own elements, which decide what an address may do.
 */
const rehypePlugins: never[] = [];

/** A model's markdown, safe by construction, cheap while it grows: only the last block is drawn again. */
export function Markdown({ text, streaming }: { text: string; streaming: boolean }) {
  return (
    <HeadingShift.Provider value={3 - highestHeading(text)}>
      <div className="markdown">
        <Streamdown
          components={components}
          remarkPlugins={remarkPlugins}
          rehypePlugins={rehypePlugins}
          parseIncompleteMarkdown={streaming}
          isAnimating={streaming}
          controls={false}
        >
          {text}
        </Streamdown>
      </div>
    </HeadingShift.Provider>
  );
}
