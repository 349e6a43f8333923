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
  /** A newer request takes the place of the one that waits. */
  open(target: OpenTarget): void;
  dismiss(id: string): void;
}

/** Shows what the system asks to open; nothing happens before the person confirms it. */
export function createOpening(
  { clock }: Pick<Ports, 'clock'>,
  events: EventBus,
  archive: ArchiveService,
): Opening {
  let waiting: OpenRequest | null = null;
  const show = (request: OpenRequest | null) => {
    waiting = request;
    events.emit({ type: 'opening.changed', request });
  };
  return {
    current: () => waiting,
    open(target) {
      const id = clock.newId();
      if (target.kind === 'link') return show({ id, ...readLink(target.url) });
      const archiveId = archive.register(target.path);
      show({ id, kind: 'archive', archiveId, fileName: target.path.split(/[\\/]/).at(-1) ?? target.path });
    },
    dismiss(id) {
      if (waiting?.id === id) show(null);
    },
  };
}
