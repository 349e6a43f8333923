import { X } from 'lucide-react';
import { focusName } from '../lib/focus';
import { announce } from '../state/announce';
import { dropOffer, keepOfferFor, undo, useUndo } from '../state/undo';
import { ErrorCard } from '../ui/alert';
import { Button } from '../ui/button';
import { IconButton } from '../ui/icon-button';

const afterLookMs = 4_000;

/** Offers to bring back what was just deleted. */
export function UndoOffer() {
  const { offer, error } = useUndo();
  if (offer === null) return null;
  const bringBack = async () => {
    if (!(await undo())) return;
    announce('Brought back');
    focusName('composer');
  };
  return (
    <section
      aria-label="Deleted"
      className="floating -translate-x-1/2 fixed bottom-24 left-1/2 flex max-w-lg items-center gap-3 p-2 pl-4"
      onPointerEnter={() => keepOfferFor(null)}
      onPointerLeave={() => keepOfferFor(afterLookMs)}
      onFocus={() => keepOfferFor(null)}
      onBlur={() => keepOfferFor(afterLookMs)}
    >
      {error === null ? <p>{offer.text}</p> : <ErrorCard error={error} />}
      <Button data-focus="undo" onClick={() => void bringBack()}>
        Undo
      </Button>
      <IconButton icon={X} label="Close" onClick={dropOffer} />
    </section>
  );
}
