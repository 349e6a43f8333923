import type { Core } from '../../electron/core/core';
import type { AppEvent, Notice } from '../../shared/contract';
import type { Envelope } from '../../shared/errors';

export interface FakeCore extends Core {
  readonly notices: Notice[];
  readonly opened: unknown[];
  readonly calls: { readonly name: string; readonly input: unknown }[];
  readonly listeners: Set<(event: AppEvent) => void>;
  /** Bytes of each archive that was handed over. */
  readonly received: readonly number[];
  emit(event: AppEvent): void;
}

/** A core that remembers what it was asked and answers with it; for tests of what carries calls and events. */
export function fakeCore(): FakeCore {
  const listeners = new Set<(event: AppEvent) => void>();
  const calls: { name: string; input: unknown }[] = [];
  const received: number[] = [];
  const notices: Notice[] = [];
  const opened: unknown[] = [];
  return {
    calls,
    notices,
    notify: (notice) => notices.push(notice),
    opened,
    open: (target) => opened.push(target),
    listeners,
    emit: (event) => {
      for (const listener of listeners) listener(event);
    },
    async call(name, input): Promise<Envelope<unknown>> {
      calls.push({ name, input });
      return { ok: true, value: { name, input } };
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    locate: () => null,
    shownCopy: async () => null,
    received,
    async receiveArchive(pieces) {
      let bytes = 0;
      for await (const piece of pieces) bytes += piece.length;
      received.push(bytes);
      return { ok: true, value: { archiveId: 'a' } };
    },
    exportPath: (exportId) => exportId,
    async close() {},
  };
}
