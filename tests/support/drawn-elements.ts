/** Which elements of the page belong to components that React has drawn again: most such drawings change nothing. */
import type { Page } from 'playwright/test';

declare global {
  interface Window {
    /** The outermost element of each component that was drawn, in the order of the commits. */
    drawnElements?: Element[];
  }
}

/** Notes them from the next load of the page on. */
export const noteDrawnElements = (page: Page): Promise<unknown> => page.addInitScript(note);

export const forgetDrawnElements = (page: Page): Promise<unknown> =>
  page.evaluate(() => window.drawnElements?.splice(0));

/** Names of what was drawn within the elements that a selector finds: the text of a button, otherwise the tag's name. */
export const drawnWithin = (page: Page, selector: string): Promise<readonly string[]> =>
  page.evaluate((within) => {
    const inside = (window.drawnElements ?? []).filter((element) => element.closest(within) !== null);
    return inside.map((element) => (element.matches('button') && element.textContent) || element.localName);
  }, selector);

/** What React passes to its developer tools, as far as it is read here. */
interface Fiber {
  readonly alternate: Fiber | null;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
  readonly flags: number;
  readonly type: unknown;
  readonly stateNode: unknown;
}

function note(): void {
  const drawn: Element[] = [];
  window.drawnElements = drawn;
  // React's flag for a component whose function ran.
  const performedWork = 1;
  const elementOf = (fiber: Fiber | null): Element | null => {
    if (fiber === null) return null;
    if (fiber.stateNode instanceof Element) return fiber.stateNode;
    return elementOf(fiber.child);
  };
  const walk = (first: Fiber | null, found: Set<Element>) => {
    for (let fiber = first; fiber !== null; fiber = fiber.sibling) {
      const element = elementOf(fiber);
      const isComponent = typeof fiber.type === 'function' || (typeof fiber.type === 'object' && fiber.type);
      if (isComponent && element !== null && (fiber.flags & performedWork) !== 0) found.add(element);
      if (fiber.child !== fiber.alternate?.child) walk(fiber.child, found);
    }
  };
  const hook = {
    supportsFiber: true,
    inject: () => 1,
    onScheduleFiberRoot: () => undefined,
    onCommitFiberUnmount: () => undefined,
    onPostCommitFiberRoot: () => undefined,
    onCommitFiberRoot(_id: number, root: { readonly current: Fiber }) {
      const found = new Set<Element>();
      walk(root.current.child, found);
      drawn.push(...found);
    },
  };
  Object.assign(window, { __REACT_DEVTOOLS_GLOBAL_HOOK__: hook });
}
