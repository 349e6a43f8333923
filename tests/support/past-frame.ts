/** By geometry, what a person can't reach or read whole: what runs out of the window, and labels that are cut. */
import type { Page } from 'playwright/test';

/** A line for each element; empty where all of it fits. What scrolls into view, and names that end in `…`, fit. */
export const pastFrame = (page: Page): Promise<readonly string[]> => page.evaluate(findPastFrame);

function findPastFrame(): readonly string[] {
  // Rounding of fractions of a pixel.
  const tolerancePx = 1.5;
  const hides = (overflow: string) => ['auto', 'scroll', 'clip'].includes(overflow);
  /** Whether an area around it, up to its region of the page, scrolls or shortens it on purpose. */
  const isHeld = (element: Element, axis: 'overflowX' | 'overflowY') => {
    for (let at = element.parentElement; at !== null; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (hides(style[axis]) || (axis === 'overflowX' && style.textOverflow === 'ellipsis')) return true;
      if (at.matches('main, aside, header, nav')) return false;
    }
    return false;
  };
  const isOut = (element: Element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const isOutX = right > innerWidth + tolerancePx || left < -tolerancePx;
    const isOutY = bottom > innerHeight + tolerancePx || top < -tolerancePx;
    return (isOutX && !isHeld(element, 'overflowX')) || (isOutY && !isHeld(element, 'overflowY'));
  };
  const isCut = (element: Element) => {
    const { textOverflow, position } = getComputedStyle(element);
    const isLabel = element.matches('button, label, h1, h2, input[type=number][placeholder]');
    const isOver = element.scrollWidth > element.clientWidth + tolerancePx;
    return isLabel && isOver && textOverflow !== 'ellipsis' && position !== 'absolute';
  };
  const isShown = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    const isVisible = getComputedStyle(element).visibility !== 'hidden';
    return width >= 2 && height >= 2 && isVisible && element.closest('svg, .sr-only') === null;
  };
  const line = (element: Element, what: string) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const name = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40);
    const corners = [left, top, right, bottom].map(Math.round).join(' ');
    return `${what}: <${element.localName}> “${name}” at ${corners}`;
  };
  const shown = [...document.querySelectorAll('#root *')].filter(isShown);
  const frame = document.querySelector('#root');
  const isScrolled = frame !== null && (frame.scrollTop > 0 || frame.scrollLeft > 0);
  return [
    ...shown.filter(isOut).map((element) => line(element, 'outside')),
    ...shown.filter(isCut).map((element) => line(element, 'cut')),
    ...(isScrolled ? ['the frame is scrolled'] : []),
  ];
}
