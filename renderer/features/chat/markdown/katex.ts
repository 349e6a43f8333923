/** Formulas, apart from the rest: the renderer and its fonts are loaded with the first one. */
import katex from 'katex';
import 'katex/dist/katex.min.css';

/** Larger than any formula is meant to be, and small enough that none can cover the page. */
const maxSizeEm = 50;

/** Draws a formula into the element; what cannot be read is shown as it was written. */
export function draw(element: HTMLElement, source: string, display: boolean): void {
  try {
    katex.render(source, element, {
      displayMode: display,
      throwOnError: false,
      errorColor: 'var(--bad)',
      strict: 'ignore',
      trust: false,
      maxSize: maxSizeEm,
    });
  } catch {
    element.textContent = source;
  }
}
