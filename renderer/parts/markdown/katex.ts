/** Formulas, in a separate bundle: the renderer and its fonts are loaded with the first one. */
import katex from 'katex';
import 'katex/dist/katex.min.css';

/** Larger than any real formula, and small enough that none can cover the page. */
const maxSizeEm = 50;

/** KaTeX's own tree, from which it makes elements or text. */
interface Tree {
  attributes?: Record<string, string>;
  children?: readonly Tree[];
  toNode(): Node;
}

/** Renders a formula into the element; what can't be parsed (yet) is shown as its source. */
export function draw(element: HTMLElement, source: string, displayMode: boolean): void {
  const options = {
    displayMode,
    throwOnError: true,
    strict: 'ignore',
    trust: false,
    maxSize: maxSizeEm,
  } as const;
  try {
    const tree = (
      katex as unknown as { __renderToDomTree(tex: string, with_: object): Tree }
    ).__renderToDomTree(source, options);
    setStylesAside(tree);
    element.replaceChildren(tree.toNode());
    applyStyles(element);
  } catch {
    element.textContent = source;
  }
}

const asideName = 'data-katex-style';

/** The content security policy refuses a `style` attribute; it allows the same through the object model. */
function setStylesAside({ attributes, children = [] }: Tree): void {
  if (attributes?.style !== undefined) {
    attributes[asideName] = attributes.style;
    delete attributes.style;
  }
  children.forEach(setStylesAside);
}

function applyStyles(element: HTMLElement): void {
  for (const styled of element.querySelectorAll<HTMLElement | SVGElement>(`[${asideName}]`)) {
    styled.style.cssText = styled.getAttribute(asideName) ?? '';
    styled.removeAttribute(asideName);
  }
}
