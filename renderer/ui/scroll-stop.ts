/**
 * A `ref` for what scrolls and holds nothing to focus: a Tab stop for as long as there is more of it than fits, since
 * without the focus the keyboard can't scroll it.
 */
export function scrollStop(element: HTMLElement | null): (() => void) | undefined {
  if (element === null) return;
  const observer = new ResizeObserver(() => {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
    if (scrollWidth > clientWidth || scrollHeight > clientHeight) element.tabIndex = 0;
    else element.removeAttribute('tabindex');
  });
  for (const part of [element, ...element.children]) observer.observe(part);
  return () => observer.disconnect();
}
