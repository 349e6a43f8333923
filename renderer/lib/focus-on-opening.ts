import { findShown, isTypedInto, noteFocus, whenThere } from './focus';

/** Of the window, for the control to be of use where it is. */
const neededShare = 0.4;

/** A page stays at its heading where enough of the control is seen there. */
function isSeen(control: HTMLElement): boolean {
  const { top, height } = control.getBoundingClientRect();
  return innerHeight - top >= Math.min(height, innerHeight * neededShare);
}

/** The first field of a page that opens; not if the person has gone elsewhere by then, or types there. */
export function focusOnOpening(name: string): void {
  const before = document.activeElement;
  const hasGone = noteFocus();
  const isElsewhere = () =>
    hasGone() || (document.activeElement !== before && isTypedInto(document.activeElement));
  whenThere(
    () => findShown(name),
    (control) => {
      if (!isElsewhere()) control.focus({ preventScroll: isSeen(control) });
    },
  );
}
