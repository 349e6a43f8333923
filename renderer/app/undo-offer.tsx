import { X } from 'lucide-react';
import { dropOffer, keepOfferFor, undo, useUndo } from '../state/undo';
import { ErrorCard } from '../ui/alert';
import { Button } from '../ui/button';
import { classes } from '../ui/classes';
import { IconButton } from '../ui/icon-button';

const afterLookMs = 4_000;

/** Offers to restore what was just deleted. */
export function UndoOffer() {
  const { offer, error } = useUndo();
  if (offer === null && error === null) return null;
  const isTop = offer === null || offer.place === 'top';
  return (
    <section
      aria-label="Deleted"
      className={classes(
        'floating -translate-x-1/2 fixed left-1/2 flex max-w-lg items-center gap-3 p-2 pl-4',
        isTop ? 'top-14' : 'bottom-40',
      )}
      onPointerEnter={() => keepOfferFor(null)}
      onPointerLeave={() => keepOfferFor(afterLookMs)}
      onFocus={() => keepOfferFor(null)}
      onBlur={() => keepOfferFor(afterLookMs)}
    >
      {error === null ? <p>{offer?.text}</p> : <ErrorCard error={error} />}
      {offer !== null && (
        <Button data-focus="undo" onClick={() => void undo()}>
          Undo
        </Button>
      )}
      <IconButton icon={X} label="Close" onClick={dropOffer} />
    </section>
  );
}
