import { isRestThere } from './first-paint';

/** Moves the focus to the control with this name (`data-focus`). */
export function focusName(name: string): void {
  findShown(name)?.focus();
}

/** The one on the screen: tabs that are not open may stay in the page, hidden. */
export const findShown = (name: string): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>(`[data-focus="${name}"]`)].find((one) =>
    one.checkVisibility(),
  ) ?? null;

/** Counts what moves the focus or types: `app/keep-focus.ts` does. */
export const person = { acts: 0 };

/** Whether the person has gone elsewhere since. The focus alone doesn't say so: a dialog that closes moves it too. */
export function noteFocus(): () => boolean {
  const before = document.activeElement;
  const { acts } = person;
  return () => {
    const now = document.activeElement;
    return acts !== person.acts && now !== before && now !== document.body;
  };
}

/** Whether keys would type into it. */
export const isTypedInto = (element: Element | null): boolean =>
  element?.matches('input, textarea, select, [contenteditable]') ?? false;

/** The same once the control is there, as a part of the page may still be loading; not if the person is elsewhere then. */
export function focusSoon(name: string): void {
  focusWhenThere(() => findShown(name));
}

/** As long as the code of a part of the page may take to load on a slow computer. */
const PATIENCE_MS = 5_000;

interface Waiting {
  readonly patienceMs?: number;
  /** Called with the element that has the focus now. */
  readonly onFocused?: (control: HTMLElement) => void;
  /** Called if it did not appear in time. */
  readonly otherwise?: () => void;
}

/** Focuses the element that `find` returns, as soon as it returns one; not if the person is elsewhere then. */
export function focusWhenThere(
  find: () => HTMLElement | null,
  { patienceMs = PATIENCE_MS, onFocused, otherwise }: Waiting = {},
): void {
  const isElsewhere = noteFocus();
  const focus = (control: HTMLElement) => {
    if (isElsewhere()) return;
    control.scrollIntoView({ block: 'nearest' });
    control.focus();
    onFocused?.(control);
  };
  whenThere(find, focus, patienceMs, otherwise);
}

/** Hands on the element that `find` returns, as soon as it returns one: a part of the page may still be loading. */
export function whenThere(
  find: () => HTMLElement | null,
  then: (control: HTMLElement) => void,
  patienceMs = PATIENCE_MS,
  otherwise?: () => void,
): void {
  let deadline = 0;
  const check = () => {
    const control = find();
    // Keys may be pressed long before the page is loaded.
    if (deadline === 0 && isRestThere()) deadline = performance.now() + patienceMs;
    if (control !== null) then(control);
    else if (deadline === 0 || performance.now() < deadline) requestAnimationFrame(check);
    else otherwise?.();
  };
  requestAnimationFrame(check);
}
