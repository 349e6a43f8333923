import { findShown, isTypedInto, whenThere } from './focus';

/** What has to be seen of a control for its page to stay at its heading. */
const seenPx = 80;

/** The first field of a page that opens; not if the focus has moved by then, since the person may be typing there. */
export function focusOnOpening(name: string): void {
  const before = document.activeElement;
  const isElsewhere = () => document.activeElement !== before && isTypedInto(document.activeElement);
  whenThere(
    () => findShown(name),
    (control) => {
      const isSeen = control.getBoundingClientRect().top < innerHeight - seenPx;
      if (!isElsewhere()) control.focus({ preventScroll: isSeen });
    },
  );
}
