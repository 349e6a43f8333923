import type { Storage } from '../../electron/core/ports/storage';

/** A disk that takes nothing more from the moment of the kill, as after a real one. */
export function mortal() {
  const state = { isDead: false };
  const wrapStorage = (storage: Storage): Storage => ({
    ...storage,
    transaction: (work) => (state.isDead ? (undefined as never) : storage.transaction(work)),
    messages: {
      ...storage.messages,
      update: (reply) => (state.isDead ? undefined : storage.messages.update(reply)),
    },
  });
  return { state, wrapStorage };
}
