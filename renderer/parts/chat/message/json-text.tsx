import { parseExactly, writeExactly } from '../../../../shared/text/exact-json';
import { CutText } from '../../../ui/cut-text';

/** Laid out at once. */
const shownCharacters = 20_000;

/** JSON, or a text that should have been JSON, as it came. */
export function JsonText({ text }: { text: string }) {
  return (
    <pre
      className="mt-1 max-h-64 overflow-auto whitespace-pre-wrap rounded-control border border-line bg-background p-2 font-mono text-sm [overflow-wrap:anywhere]"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
      tabIndex={0}
    >
      <CutText text={text} characters={shownCharacters} />
    </pre>
  );
}

/** Indented where it is JSON; otherwise the text itself. */
export function prettyJson(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value, null, 2);
  return jsonIn(value) ?? value;
}

/** `null` where a text is not JSON. */
function jsonIn(text: string): string | null {
  try {
    return writeExactly(parseExactly(text), 2) ?? null;
  } catch {
    return null;
  }
}
