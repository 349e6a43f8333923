import { findShown, isTypedInto, whenThere } from './focus';

/** The first field of a page that opens; not if the focus has moved by then, since the person may be typing there. */
export function focusOnOpening(name: string): void {
  const before = document.activeElement;
  const isElsewhere = () => document.activeElement !== before && isTypedInto(document.activeElement);
  whenThere(
    () => findShown(name),
    (control) => {
      if (!isElsewhere()) control.focus();
    },
  );
}
