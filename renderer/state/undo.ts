/** What was deleted, or given to several results, last, and can still be undone. */
import { create } from 'zustand';
import type { AppErrorData, Envelope } from '../../shared/errors';
import { findShown, focusName, focusSoon, noteFocus } from '../lib/focus';
import { announce } from './announce';
import { useUiState } from './ui/ui-state';

interface Offer {
  /** Such as `Chat deleted`. */
  readonly text: string;
  readonly undo: () => Promise<Envelope<unknown>>;
  /** Announced once it is restored. */
  readonly done?: string;
  /** Above the list it was deleted from; if left out, above the composer, which then takes the focus. */
  readonly place?: 'top';
  /** What the region that offers it is called; `Deleted` if left out. */
  readonly label?: 'Changed';
}

interface UndoState {
  readonly offer: Offer | null;
  readonly error: AppErrorData | null;
}

export const useUndo = create<UndoState>()(() => ({ offer: null, error: null }));

const offeredMs = 12_000;
let timer: ReturnType<typeof setTimeout> | undefined;

export function offerUndo(offer: Offer): void {
  useUndo.setState({ offer, error: null });
  keepOfferFor(offeredMs);
}

/** Says in the same place why something couldn't be deleted. */
export const showUndoError = (error: AppErrorData): void => useUndo.setState({ error });

/** The offer disappears after a while, but not while it has the focus or the pointer. */
export function keepOfferFor(milliseconds: number | null): void {
  clearTimeout(timer);
  if (milliseconds !== null) timer = setTimeout(dropOffer, milliseconds);
}

export function dropOffer(): void {
  clearTimeout(timer);
  useUndo.setState({ offer: null, error: null });
}

/** At once where it is there, so that what the person opens next keeps the focus; a list that was empty is drawn first. */
function goOnIn(name: string): void {
  if (findShown(name) === null) focusSoon(name);
  else focusName(name);
}

/** Restores it and says so; the focus goes on where the offer was made. Returns whether that worked. */
export async function undo(): Promise<boolean> {
  const { offer } = useUndo.getState();
  if (offer === null) return false;
  const isElsewhere = noteFocus();
  const answer = await offer.undo();
  if (answer.ok) {
    dropOffer();
    announce(offer.done ?? 'Restored');
    if (isElsewhere()) return true;
    goOnIn(offer.place === 'top' && useUiState.getState().route.tab === 'library' ? 'library' : 'composer');
  } else useUndo.setState({ error: answer.error });
  return answer.ok;
}
