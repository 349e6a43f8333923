import type { Page } from 'playwright/test';

export interface PlainText {
  readonly text: string;
  readonly durationMs: number;
}

/** At most twenty times a second, as the app. */
const renderEveryMs = 50;

/**
 * Appends a text evenly to a plain element over the page, which follows its own end: the least that any way of showing
 * a growing text can cost. The element is gone afterwards.
 */
export function appendPlainly(page: Page, plain: PlainText): Promise<void> {
  return page.evaluate(appendInPage, { ...plain, renderEveryMs });
}

function appendInPage({
  text,
  durationMs,
  renderEveryMs,
}: PlainText & { renderEveryMs: number }): Promise<void> {
  const element = document.createElement('div');
  const { left, top, width, height } = (
    document.querySelector('[role=log]') ?? document.body
  ).getBoundingClientRect();
  Object.assign(element.style, {
    position: 'fixed',
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
    ...{
      overflow: 'auto',
      whiteSpace: 'pre-wrap',
      background: 'Canvas',
      color: 'CanvasText',
      zIndex: '1000',
    },
  });
  const grown = element.appendChild(document.createTextNode(''));
  document.body.append(element);
  const began = performance.now();
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const share = Math.min(1, (performance.now() - began) / durationMs);
      grown.appendData(text.slice(grown.length, Math.round(share * text.length)));
      element.scrollTop = element.scrollHeight;
      if (share < 1) return;
      clearInterval(timer);
      element.remove();
      resolve();
    }, renderEveryMs);
  });
}
