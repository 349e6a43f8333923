import { X } from 'lucide-react';
import { useUiState } from '../state/ui/ui-state';
import { dropOffer, keepOfferFor, undo, useUndo } from '../state/undo';
import { ErrorCard } from '../ui/alert';
import { Button } from '../ui/button';
import { classes } from '../ui/classes';
import { IconButton } from '../ui/icon-button';

const afterLookMs = 4_000;

/** Offers to restore what was just deleted. */
export function UndoOffer() {
  const { offer, error } = useUndo();
  const isInLibrary = useUiState(({ route }) => route.tab === 'library');
  if (offer === null && error === null) return null;
  const isTop = offer === null || offer.place === 'top';
  return (
    <section
      aria-label="Deleted"
      className={classes(
        'floating fixed inset-x-2 mx-auto flex w-fit max-w-lg items-center gap-3 p-2 pl-4',
        // Over results, not over controls: the filters of the library may take several lines.
        isTop ? (isInLibrary ? 'bottom-20' : 'top-26') : 'bottom-40',
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
