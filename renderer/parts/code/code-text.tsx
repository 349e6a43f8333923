import { cutText } from '../../../shared/text/cut-text';
import { toLine } from '../markdown/code-block';
import { useHighlight } from '../markdown/highlight';

/** Above this number, lines are only counted; copying takes all of them. */
const shownCharacters = 200_000;

interface CodeTextProps {
  source: string;
  language: string;
  label: string;
}

/** Source text with syntax colors. */
export function CodeText({ source, language, label }: CodeTextProps) {
  const shown = cutText(source, shownCharacters);
  const lines = useHighlight(shown, language, true);
  const hidden = source.length - shown.length;
  return (
    <section aria-label={label} className="h-full">
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
        tabIndex={0}
        className="h-full select-text overflow-auto rounded-card border border-line bg-panel p-3 font-mono text-sm leading-[19px] outline-offset-[-2px]"
      >
        <code dir="ltr">{lines === null ? shown : lines.map(toLine)}</code>
        {hidden > 0 && (
          <span className="block text-muted">… {hidden} more characters, copied with the rest</span>
        )}
      </pre>
    </section>
  );
}
