import { useMemo } from 'react';
import { type Components, Streamdown } from 'streamdown';
import { CodeElement } from './code-block';
import { Blockquote, Checkbox, HeadingShift, headings, Image, Link, Table } from './elements';
import { highestHeading } from './highest-heading';
import { useMath } from './math';

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

/**
 * No plugin that reads raw HTML: without one the renderer turns every tag a model writes into the text it is.
 * Links and images are made by our own elements, which decide what an address may do.
 */
const noRehypePlugins: never[] = [];

/** A model's markdown, safe by construction, cheap while it grows: only the last block is drawn again. */
export function Markdown({ text, streaming }: { text: string; streaming: boolean }) {
  const math = useMath(text);
  const plugins = useMemo(() => (math === null ? undefined : { math }), [math]);
  return (
    <HeadingShift.Provider value={3 - highestHeading(text)}>
      <div className="markdown">
        <Streamdown
          // The plugins are not compared while streaming, so that their arrival begins anew.
          key={math === null ? 'plain' : 'math'}
          components={components}
          rehypePlugins={noRehypePlugins}
          plugins={plugins}
          parseIncompleteMarkdown={streaming}
          isAnimating={streaming}
          controls={false}
          className="space-y-0!"
        >
          {text}
        </Streamdown>
      </div>
    </HeadingShift.Provider>
  );
}
