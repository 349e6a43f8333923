/** Moves the focus to the control with this name (`data-focus`). */
export function focusName(name: string): void {
  findShown(name)?.focus();
}

/** The one on the screen: tabs that are not open may stay in the page, hidden. */
export const findShown = (name: string): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>(`[data-focus="${name}"]`)].find((one) =>
    one.checkVisibility(),
  ) ?? null;

/** In the next frame, when it is drawn; not if the focus has moved by then, since the person may be typing there. */
export function focusNextFrame(name: string): void {
  const before = document.activeElement;
  requestAnimationFrame(() => {
    const now = document.activeElement;
    if (now === before || !isTypedInto(now)) focusName(name);
  });
}

/** Focuses a control that has just appeared, unless something is being typed elsewhere. */
export function focusOnAppearing(control: HTMLElement | null): void {
  if (!isTypedInto(document.activeElement)) control?.focus({ preventScroll: true });
}

/** Whether keys would type into it. */
export const isTypedInto = (element: Element | null): boolean =>
  element?.matches('input, textarea, select, [contenteditable]') ?? false;

/** The same once the control is there: a part of the page may still be loading. */
export function focusSoon(name: string): void {
  focusWhenThere(() => findShown(name));
}

interface Waiting {
  readonly patienceMs?: number;
  /** Called with the element that has the focus now. */
  readonly onFocused?: (control: HTMLElement) => void;
  /** Called if it did not appear in time. */
  readonly otherwise?: () => void;
}

/** Focuses the element that `find` returns, as soon as it returns one. */
export function focusWhenThere(
  find: () => HTMLElement | null,
  { patienceMs = 1_000, onFocused, otherwise }: Waiting = {},
): void {
  const focus = (control: HTMLElement) => {
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
  patienceMs = 1_000,
  otherwise?: () => void,
): void {
  const deadline = performance.now() + patienceMs;
  const check = () => {
    const control = find();
    if (control !== null) then(control);
    else if (performance.now() < deadline) requestAnimationFrame(check);
    else otherwise?.();
  };
  requestAnimationFrame(check);
}
