/**
 * Keeps the focus where a person works. Where the control that has it is moved, removed, hidden or turned off, the
 * browser gives the focus to the page as a whole: a screen reader then begins at the top.
 */
import { person, whenThere } from '../lib/focus';

/** What has a name or a role that a screen reader can say. */
const placeNames =
  'main, section, aside, nav, form, ul, ol, article, dialog, [role]:not([role=presentation])';

const menu = '[role=menu]';

/** Keys that move the focus, or within what has it. */
const movingKey = /^(Tab|Arrow|Home|End|Page)/;

/** Listens for as long as the page lives. */
export function keepFocus(): void {
  noteActs();
  let isPressed = false;
  let aroundOpener: readonly HTMLElement[] = [];
  const note = ({ type }: Event): void => {
    isPressed = type === 'pointerdown';
  };
  for (const type of ['pointerdown', 'pointerup', 'pointercancel'])
    document.addEventListener(type, note, { capture: true });
  // A menu is drawn beside its part of the page: what it was opened from may go before it gives the focus back.
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && target.closest(menu) === null) aroundOpener = placesAround(target);
  });
  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    // A press beside the control takes the focus from it on purpose.
    if (relatedTarget !== null || isPressed || !(target instanceof HTMLElement)) return;
    const around = placesAround(target);
    const inMenu = around.filter((place) => place.closest(menu) !== null);
    const places = inMenu.length === 0 ? around : [...inMenu, ...aroundOpener];
    // A frame for what takes its place, which may take the focus itself; `whenThere` waits for another.
    requestAnimationFrame(() => giveBack([target, ...places]));
  });
}

/** What waits to move the focus leaves it to a person who has moved it since, or types. A field that is filled in is no act. */
function noteActs(): void {
  const note = (event: Event): void => {
    if (!(event instanceof KeyboardEvent) || movingKey.test(event.key) || isOfLetter(event)) person.acts += 1;
  };
  for (const type of ['pointerdown', 'keydown', 'compositionstart', 'paste', 'drop'])
    document.addEventListener(type, note, { capture: true });
}

/** Typed, or a shortcut that may go elsewhere. */
const isOfLetter = ({ key }: KeyboardEvent): boolean => key.length === 1;

/** The innermost first. */
function placesAround(control: HTMLElement): readonly HTMLElement[] {
  const found: HTMLElement[] = [];
  let at = control.parentElement?.closest<HTMLElement>(placeNames);
  while (at) {
    found.push(at);
    at = at.parentElement?.closest<HTMLElement>(placeNames);
  }
  return found;
}

const isThere = (one: HTMLElement): boolean =>
  one.isConnected && one.checkVisibility() && !one.matches(':disabled');

/** The next screen may still be loading: until then the one that is left is in the page, hidden. */
const shownMain = (): HTMLElement | null =>
  [...document.querySelectorAll('main')].find((main) => main.checkVisibility()) ?? null;

function giveBack(from: readonly HTMLElement[]): void {
  const isLost = () => document.activeElement === document.body && document.hasFocus();
  whenThere(
    () => (isLost() ? (from.find(isThere) ?? shownMain()) : document.body),
    (place) => {
      if (!isLost()) return;
      if (place.tabIndex < 0) place.tabIndex = -1;
      place.focus({ preventScroll: true });
    },
  );
}
