/** A message that is dragged to another place of its branch: where it would go is marked, and dropping it there moves it. */
import type { Message } from '../../../../shared/chat/chat';
import { moveBeside, shownIds } from './turn-actions';

type Dragged = Pick<Message, 'id' | 'conversationId'>;

interface Place {
  readonly row: HTMLElement;
  readonly nextTo: string;
  readonly side: 'before' | 'after';
}

/** Ends what a drag before it left, such as one whose row was taken out of the page. */
let running: AbortController | undefined;

/** Follows the pointer until the message is dropped or let go. */
export function followDrag(message: Dragged): void {
  running?.abort();
  running = new AbortController();
  const { signal } = running;
  let place: Place | null = null;
  const show = (next: Place | null) => {
    delete place?.row.dataset.drop;
    if (next !== null) next.row.dataset.drop = next.side;
    place = next;
  };
  signal.addEventListener('abort', () => show(null));
  const end = () => running?.abort();
  const over = (event: DragEvent) => {
    show(placeAt(message, event));
    if (place !== null) event.preventDefault();
  };
  const drop = (event: DragEvent) => {
    const to = place;
    end();
    if (to === null) return;
    event.preventDefault();
    event.stopPropagation();
    void moveBeside(message.id, to.nextTo, to.side);
  };
  document.addEventListener('dragover', over, { signal });
  document.addEventListener('drop', drop, { signal, capture: true });
  document.addEventListener('dragend', end, { signal });
}

/** `null` where it would stay where it is, or over another chat. */
function placeAt({ id, conversationId }: Dragged, { target, clientY }: DragEvent): Place | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  const { message: nextTo } = row?.querySelector<HTMLElement>('[data-message]')?.dataset ?? {};
  const ids = shownIds(conversationId);
  if (row === null || nextTo === undefined || !ids.includes(nextTo)) return null;
  const { top, height } = row.getBoundingClientRect();
  const side = clientY < top + height / 2 ? 'before' : 'after';
  const steps = ids.indexOf(nextTo) + (side === 'after' ? 1 : 0) - ids.indexOf(id);
  return steps === 0 || steps === 1 ? null : { row, nextTo, side };
}
