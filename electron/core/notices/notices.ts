import type { Notice } from '../../../shared/contract';
import type { EventBus } from '../events';

export interface Notices {
  /** Shows a notice; the same id replaces the earlier one. */
  show(notice: Notice): void;
  dismiss(id: string): void;
  all(): readonly Notice[];
}

/** Messages that belong to no single control. Each is kept until you dismiss it or its cause is gone. */
export function createNotices(events: EventBus): Notices {
  const notices = new Map<string, Notice>();
  const announce = () => events.emit({ type: 'notices.changed', notices: [...notices.values()] });
  return {
    show(notice) {
      notices.set(notice.id, notice);
      announce();
    },
    dismiss(id) {
      if (notices.delete(id)) announce();
    },
    all: () => [...notices.values()],
  };
}
