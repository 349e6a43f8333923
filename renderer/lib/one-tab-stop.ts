/**
 * A list as one Tab stop: the arrow keys go from row to row and to a row's further controls, Home and End to its ends.
 *
 * Rows are marked `data-row`, with their index where only those in view are in the page; the list then has `data-rows`,
 * how many there are.
 */
import { isTypedInto } from './focus';

const controls = 'a[href], button, summary';
const waitFrames = 30;

/** @returns a function that ends it: a ref of React may be this function itself */
export function oneTabStop(list: HTMLElement): () => void {
  const settle = () => settleStop(list);
  const onKey = (event: KeyboardEvent) => onListKey(list, event);
  const changes = new MutationObserver(settle);
  changes.observe(list, { subtree: true, childList: true, attributeFilter: ['aria-current', 'data-row'] });
  list.addEventListener('focusin', settle);
  list.addEventListener('keydown', onKey);
  settle();
  return () => {
    changes.disconnect();
    list.removeEventListener('focusin', settle);
    list.removeEventListener('keydown', onKey);
  };
}

/** What has the focus, else what is open, else the last stop, else the first row. */
function settleStop(list: HTMLElement): void {
  const all = rowsOf(list).flatMap(controlsOf);
  const stop =
    all.find((control) => control === document.activeElement) ??
    all.find((control) => control.hasAttribute('aria-current')) ??
    all.find((control) => control.getAttribute('tabindex') === '0') ??
    all[0];
  for (const control of all) control.tabIndex = control === stop ? 0 : -1;
}

function onListKey(list: HTMLElement, event: KeyboardEvent): void {
  const { target } = event;
  const isHeld = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
  if (event.defaultPrevented || isHeld || !(target instanceof HTMLElement) || isTypedInto(target)) return;
  // A menu opens with this key.
  if (event.key === 'ArrowDown' && target.hasAttribute('aria-haspopup')) return;
  const move = moveOf(list, event.key, target);
  if (move === null) return;
  event.preventDefault();
  move();
}

function moveOf(list: HTMLElement, key: string, from: HTMLElement): (() => void) | null {
  const rows = rowsOf(list).filter((row) => controlsOf(row).length > 0);
  const row = rows.findIndex((one) => one.contains(from));
  if (key === 'Home' || key === 'End') return () => goToEnd(list, key === 'End');
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    const next = rows[placeAfterKey(key, row, rows.length)];
    return next === undefined ? null : () => controlsOf(next)[0]?.focus();
  }
  if (row < 0 || (key !== 'ArrowRight' && key !== 'ArrowLeft')) return null;
  const inRow = controlsOf(rows[row] as HTMLElement);
  return () => inRow[placeAfterKey(key, inRow.indexOf(from), inRow.length)]?.focus();
}

/** The place an arrow key goes to; it stays at the ends. From outside (-1) it enters at the first. */
export function placeAfterKey(key: string, place: number, count: number): number {
  const step = key === 'ArrowDown' || key === 'ArrowRight' ? 1 : -1;
  return Math.max(0, Math.min(count - 1, place + step));
}

/** The row may have to be drawn first. */
function goToEnd(list: HTMLElement, isEnd: boolean, frames = waitFrames): void {
  list.scrollTop = isEnd ? list.scrollHeight : 0;
  const wanted = isEnd ? Number(list.dataset.rows) - 1 : 0;
  const isDrawn =
    list.dataset.rows === undefined || list.querySelector(`[data-row="${wanted}"]`) !== null || frames === 0;
  if (!isDrawn) return void requestAnimationFrame(() => goToEnd(list, isEnd, frames - 1));
  const withControls = rowsOf(list).filter((row) => controlsOf(row).length > 0);
  const row = withControls.at(isEnd ? -1 : 0);
  if (row !== undefined) controlsOf(row)[0]?.focus();
}

/** From top to bottom: a virtual list may hold them in another order. */
function rowsOf(list: HTMLElement): readonly HTMLElement[] {
  const rows = [...list.querySelectorAll<HTMLElement>('[data-row]')];
  return list.dataset.rows === undefined
    ? rows
    : rows.sort((one, other) => Number(one.dataset.row) - Number(other.dataset.row));
}

function controlsOf(row: HTMLElement): readonly HTMLElement[] {
  const inside = [...row.querySelectorAll<HTMLElement>(controls)];
  return row.matches(controls) ? [row, ...inside] : inside;
}
