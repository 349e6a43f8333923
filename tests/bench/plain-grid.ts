/** The least that a grid of thumbnails can cost: images and two lines each, whose elements are used again. */
import type { Page } from 'playwright/test';
import { command } from '../support/command';

export interface PlainItem {
  readonly src: string | null;
  readonly title: string;
  readonly name: string;
}

/** The newest results, as a grid shows them. @param count at most 500 */
export async function plainItems(page: Page, count: number): Promise<readonly PlainItem[]> {
  const { items } = await command(page, 'library.page', { cursor: null, limit: count, filter: {} });
  return items.map(({ id, hasThumbnail, origin, fileName }) => ({
    src: hasThumbnail ? `/media/${id}/thumbnail` : null,
    title: origin.prompt.slice(0, 120),
    name: fileName,
  }));
}

/** Lays a plain grid over the library's and scrolls to its end by half a screen at every frame; gone afterwards. */
export async function scrollPlainGrid(page: Page, items: readonly PlainItem[]): Promise<void> {
  await page.evaluate(layGrid);
  await page.evaluate(fillGrid, items);
  await page.evaluate(scrollGrid);
}

declare global {
  interface Window {
    benchGrid?: {
      readonly scroller: HTMLElement;
      readonly columns: number;
      /** Tiles of each row that is drawn; a row that leaves becomes one that comes. */
      readonly rows: readonly (readonly HTMLElement[])[];
      readonly rowHeight: number;
    };
  }
}

/** Empty, over the library, with columns and tiles of its sizes. */
function layGrid(): void {
  const library = document.querySelector('[role=listbox]');
  const tile = library?.querySelector('[role=option]')?.getBoundingClientRect();
  if (!library || !tile) throw new Error('There is no library');
  const { left, top, width, height } = library.getBoundingClientRect();
  const gap = 10;
  const rowHeight = tile.height + gap;
  const columns = Math.floor(width / (tile.width + gap));
  const scroller = document.createElement('div');
  const place = { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` };
  Object.assign(scroller.style, {
    position: 'fixed',
    overflow: 'auto',
    background: 'Canvas',
    zIndex: '1000',
  });
  Object.assign(scroller.style, place);
  const makeTile = (column: number): HTMLElement => {
    const [box, image] = [document.createElement('div'), document.createElement('img')];
    Object.assign(box.style, { position: 'absolute', left: `${column * (tile.width + gap)}px` });
    image.decoding = 'async';
    Object.assign(image.style, { width: `${tile.width}px`, height: `${tile.width}px`, objectFit: 'cover' });
    box.append(image, document.createElement('p'), document.createElement('p'));
    scroller.append(box);
    return box;
  };
  const rows = Array.from({ length: Math.ceil(height / rowHeight) + 6 }, () =>
    Array.from({ length: columns }, (_, column) => makeTile(column)),
  );
  document.body.append(scroller);
  window.benchGrid = { scroller, columns, rows, rowHeight };
}

/** Shows the rows in sight and three before and after them, now and at each scroll. */
function fillGrid(items: readonly PlainItem[]): void {
  const { scroller, columns, rows, rowHeight } = window.benchGrid ?? ({} as never);
  const shown = new Map<number, number>();
  const showRow = (index: number): void => {
    const slot = index % rows.length;
    if (shown.get(slot) === index) return;
    shown.set(slot, index);
    for (const [column, box] of (rows[slot] ?? []).entries()) {
      const { src = null, title = '', name = '' } = items[index * columns + column] ?? {};
      const [image, ...lines] = box.children;
      box.style.top = `${index * rowHeight}px`;
      if (src === null) image?.removeAttribute('src');
      else image?.setAttribute('src', src);
      for (const [at, line] of lines.entries()) line.textContent = at === 0 ? title : name;
    }
  };
  const showRows = (): void => {
    const last = Math.ceil(items.length / columns);
    const first = Math.max(0, Math.min(Math.floor(scroller.scrollTop / rowHeight) - 3, last - rows.length));
    for (let index = first; index < Math.min(last, first + rows.length); index += 1) showRow(index);
  };
  scroller.addEventListener('scroll', showRows);
  showRows();
}

function scrollGrid(): Promise<void> {
  const { scroller } = window.benchGrid ?? ({} as never);
  return new Promise((resolve) => {
    const onFrame = (): void => {
      const before = scroller.scrollTop;
      scroller.scrollTop += scroller.clientHeight / 2;
      if (scroller.scrollTop > before) {
        requestAnimationFrame(onFrame);
        return;
      }
      scroller.remove();
      resolve();
    };
    requestAnimationFrame(onFrame);
  });
}
