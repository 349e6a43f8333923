import type { OpenRequest } from '../../../shared/opening';
import type { ArchiveService } from '../archive/archive';
import type { EventBus } from '../events';
import type { Ports } from '../ports/ports';
import { readLink } from './read-link';

/** What the host was started with, or was given while it runs. */
export type OpenTarget =
  | { readonly kind: 'archive'; readonly path: string }
  | { readonly kind: 'link'; readonly url: string };

export interface Opening {
  /** The request that waits for the person; `null` where there is none. */
  current(): OpenRequest | null;
  /**
   * Shows it now or, while another waits for the person, after that one: what is on the screen never changes under a
   * click. Beyond a few, newer ones are dropped: a page can open links without end.
   */
  open(target: OpenTarget): void;
  dismiss(id: string): void;
}

const MOST_LATER = 4;

/** Shows what the system asks to open; nothing happens before the person confirms it. */
export function createOpening(
  { clock }: Pick<Ports, 'clock'>,
  events: EventBus,
  archive: ArchiveService,
): Opening {
  let waiting: OpenRequest | null = null;
  let later: readonly OpenRequest[] = [];
  const show = (request: OpenRequest | null) => {
    waiting = request;
    events.emit({ type: 'opening.changed', request });
  };
  const add = (request: OpenRequest) => {
    if (waiting === null) show(request);
    else if (later.length < MOST_LATER) later = [...later, request];
  };
  return {
    current: () => waiting,
    open(target) {
      const id = clock.newId();
      if (target.kind === 'link') return add({ id, ...readLink(target.url) });
      const archiveId = archive.register(target.path);
      add({ id, kind: 'archive', archiveId, fileName: target.path.split(/[\\/]/).at(-1) ?? target.path });
    },
    dismiss(id) {
      if (waiting?.id !== id) return;
      const [next = null, ...others] = later;
      later = others;
      show(next);
    },
  };
}
