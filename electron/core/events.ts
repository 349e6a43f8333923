import type { AppEvent } from '../../shared/contract';

export interface EventBus {
  emit(event: AppEvent): void;
  subscribe(listener: (event: AppEvent) => void): () => void;
}

/** Every listener gets every event, in order; one that throws does not stop the others. */
export function createEventBus(onListenerError: (error: unknown) => void): EventBus {
  const listeners = new Set<(event: AppEvent) => void>();
  return {
    emit(event) {
      for (const listener of listeners) {
        try {
          listener(event);
        } catch (error) {
          onListenerError(error);
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
