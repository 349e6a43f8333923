import { type ComponentProps, isValidElement, type ReactNode } from 'react';
import { useIsCodeFenceIncomplete } from 'streamdown';
import { CopyButton } from '../../../ui/copy-button';
import { Formula } from './formula';
import { type Line, useHighlight } from './highlight';

/** Inline code, a formula, or a block where the renderer says so. */
export function CodeElement({ children, className, ...rest }: ComponentProps<'code'>) {
  if (className?.includes('language-math')) {
    return <Formula source={textOf(children)} display={className.includes('math-display')} />;
  }
  if (!('data-block' in rest)) return <code>{children}</code>;
  const language = /language-([^\s]+)/.exec(className ?? '')?.[1] ?? '';
  return <CodeBlock language={language} source={textOf(children).replace(/\n$/, '')} />;
}

function textOf(node: ReactNode): string {
  if (typeof node === 'string') return node;
  if (Array.isArray(node)) return node.map(textOf).join('');
  return isValidElement<{ children?: ReactNode }>(node) ? textOf(node.props.children) : '';
}

/** Code with its language and a copy of its source; coloured once its fence is closed. */
function CodeBlock({ language, source }: { language: string; source: string }) {
  const open = useIsCodeFenceIncomplete();
  const lines = useHighlight(source, language, !open);
  const name = language === '' ? 'text' : language;
  return (
    <figure className="overflow-hidden rounded-card border border-line bg-panel">
      <figcaption className="flex h-8 items-center justify-between border-line border-b pr-1 pl-3 font-mono text-muted text-sm">
        {name}
        <CopyButton label="Copy code" text={() => source} />
      </figcaption>
      <pre
        className="max-h-[560px] overflow-auto p-3 leading-[19px]"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable to be scrolled by keyboard.
        tabIndex={0}
      >
        <code dir="ltr">{lines === null ? source : lines.map(toLine)}</code>
      </pre>
    </figure>
  );
}

/** One line of coloured code; for `map`. */
export function toLine(tokens: Line, index: number) {
  return (
    <span key={index}>
      {index > 0 && '\n'}
      {tokens.map(({ content, light, dark }, place) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no identity but their place.
          key={place}
          className="code-token"
          style={{ '--token-light': light, '--token-dark': dark } as React.CSSProperties}
        >
          {content}
        </span>
      ))}
    </span>
  );
}
