import { WrapText } from 'lucide-react';
import {
  type ComponentProps,
  Fragment,
  isValidElement,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useIsCodeFenceIncomplete } from 'streamdown';
import { untilLoaded } from '../../lib/until-loaded';
import { Button, IconButton } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { scrollStop } from '../../ui/scroll-stop';
import { standsFor } from '../chat/message/plain-text';
import type { Line } from './code-roles';
import { useHighlight } from './highlight';

/** Inline code, a formula, or a block, as the renderer states. */
export function CodeElement({ children, className, ...rest }: ComponentProps<'code'>) {
  const open = useIsCodeFenceIncomplete();
  if (className?.includes('language-math')) {
    return <Formula source={textOf(children)} display={className.includes('math-display')} />;
  }
  if (!('data-block' in rest)) return <code>{children}</code>;
  const language = /language-([^\s]+)/.exec(className ?? '')?.[1] ?? '';
  return <CodeBlock language={language} source={textOf(children).replace(/\n$/, '')} open={open} />;
}

function textOf(node: ReactNode): string {
  if (typeof node === 'string') return node;
  if (Array.isArray(node)) return node.map(textOf).join('');
  return isValidElement<{ children?: ReactNode }>(node) ? textOf(node.props.children) : '';
}

/** A block with more lines than the first number is folded to the second. */
const linesUnfolded = 60;
const linesFolded = 30;

interface CodeBlockProps {
  language: string;
  source: string;
  /** Its fence is not closed yet, so more lines follow. */
  open: boolean;
}

/** Code with its language and a button that copies all of its source; colored once its fence is closed. */
export function CodeBlock({ language, source, open }: CodeBlockProps) {
  const [wrap, setWrap] = useState(false);
  const [unfolded, setUnfolded] = useState(false);
  const figure = useRef<HTMLElement>(null);
  const lineCount = countLines(source);
  const isLong = lineCount > linesUnfolded;
  const shown = useShown(source, isLong, open, unfolded);
  const lines = useHighlight(shown, language, !open);
  useEffect(() => {
    if (figure.current !== null) standsFor(figure.current, source);
  }, [source]);
  if (language === 'math' && !open) return <Formula source={source} display />;
  return (
    <figure ref={figure} className="overflow-hidden rounded-card border border-line bg-panel">
      <figcaption
        data-beside
        className="flex h-8 items-center gap-1 border-line border-b pr-1 pl-3 font-mono text-muted text-sm"
      >
        <span className="truncate">{language === '' ? 'text' : language}</span>{' '}
        {isLong && (
          <span className="truncate">
            · {lineCount.toLocaleString('en')} lines{open && ', the last shown'}
          </span>
        )}
        <HiddenMarks source={source} />
        <span className="flex-1" />
        <IconButton
          icon={WrapText}
          label="Wrap lines"
          aria-pressed={wrap}
          onClick={() => setWrap((before) => !before)}
        />
        <CopyButton label="Copy code" text={() => source} />
      </figcaption>
      <pre
        className={`max-h-[560px] overflow-auto p-3 leading-[19px] ${wrap ? 'whitespace-pre-wrap' : ''}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
        tabIndex={0}
      >
        <code dir="ltr">{lines === null ? shown : lines.map(toLine)}</code>
      </pre>
      {isLong && !open && (
        <Button
          tone="quiet"
          className="h-8 w-full rounded-none border-line border-t"
          aria-expanded={unfolded}
          data-shows-all={unfolded ? undefined : ''}
          onClick={() => setUnfolded((before) => !before)}
        >
          {unfolded ? 'Show less' : `Show all ${lineCount.toLocaleString('en')} lines`}
        </Button>
      )}
    </figure>
  );
}

/** While it streams, its end; then, where it is long, its beginning, or all of it. */
function useShown(source: string, isLong: boolean, open: boolean, unfolded: boolean): string {
  if (!isLong || (unfolded && !open)) return source;
  return open ? lastLines(source, linesUnfolded) : firstLines(source, linesFolded);
}

function countLines(text: string): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

function firstLines(text: string, count: number): string {
  let end = -1;
  for (let line = 0; line < count; line += 1) end = text.indexOf('\n', end + 1);
  return text.slice(0, end);
}

function lastLines(text: string, count: number): string {
  let begin = text.length;
  for (let line = 0; line < count; line += 1) begin = text.lastIndexOf('\n', begin - 1);
  return text.slice(begin + 1);
}

const hidden = /[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/;

/** Code that reads differently from how it runs is a known attack. */
function HiddenMarks({ source }: { source: string }) {
  if (!hidden.test(source)) return null;
  return (
    <span className="truncate text-warn" title="Hidden characters may make this code misleading">
      · contains hidden characters
    </span>
  );
}

/** One line of colored code; for `map`. */
export function toLine(tokens: Line, index: number) {
  return (
    <Fragment key={index}>
      {index > 0 && '\n'}
      {tokens.map(({ content, role }, place) =>
        role === null ? (
          content
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: tokens are identified only by their position.
          <span key={place} className={`code-token code-${role}`}>
            {content}
          </span>
        ),
      )}
    </Fragment>
  );
}

type Katex = typeof import('./katex');

let loaded: Katex | null = null;

/**
 * A formula: its source until KaTeX is loaded, with the first one.
 *
 * KaTeX builds the elements itself. Its usual output, a string of HTML with inline styles, is refused by the content
 * security policy.
 */
function Formula({ source, display }: { source: string; display: boolean }) {
  const element = useRef<HTMLSpanElement>(null);
  const katex = useKatex();
  useLayoutEffect(() => {
    if (element.current === null) return;
    standsFor(element.current, display ? `\n${source}\n` : source);
    katex?.draw(element.current, source, display);
    return scrollStop(element.current.querySelector<HTMLElement>('.katex-display'));
  }, [katex, source, display]);
  // A new element for each renderer, since KaTeX and React must not both own the children of one.
  return katex === null ? <code>{source}</code> : <span ref={element} key="drawn" />;
}

function useKatex(): Katex | null {
  const [katex, setKatex] = useState(loaded);
  useEffect(() => {
    if (loaded !== null) return;
    let gone = false;
    void untilLoaded(() => import('./katex')).then((module) => {
      loaded = module;
      if (!gone) setKatex(module);
    });
    return () => {
      gone = true;
    };
  }, []);
  return katex;
}
