import { X } from 'lucide-react';
import { countText, dropOffer, offerFor, undoRemoval, useRemoval } from '../../media/remove-media';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';
import { IconButton } from '../../ui/icon-button';

const afterLookMs = 4_000;

/** Offers to bring back what was just deleted. */
export function UndoToast() {
  const { removed, error } = useRemoval();
  if (removed.length === 0 && error === null) return null;
  return (
    <section
      aria-label="Deleted"
      className="floating -translate-x-1/2 fixed top-14 left-1/2 flex max-w-lg items-center gap-3 p-2 pl-4"
      onPointerEnter={() => offerFor(null)}
      onPointerLeave={() => offerFor(afterLookMs)}
      onFocus={() => offerFor(null)}
      onBlur={() => offerFor(afterLookMs)}
    >
      {error !== null ? <ErrorCard error={error} /> : <p>{countText(removed.length)} deleted</p>}
      {removed.length > 0 && <Button onClick={() => void undoRemoval()}>Undo</Button>}
      <IconButton icon={X} label="Close" onClick={dropOffer} />
    </section>
  );
}
