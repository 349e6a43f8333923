/** Replaces `node:timers/promises`, on the simulated clock. */
interface Options {
  readonly signal?: AbortSignal;
}

export function setTimeout<Value>(delay?: number, value?: Value, { signal }: Options = {}): Promise<Value> {
  return new Promise((resolve, reject) => {
    const refuse = () => reject(new DOMException('The operation was aborted', 'AbortError'));
    if (signal?.aborted) return refuse();
    const timer = globalThis.setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve(value as Value);
    }, delay);
    const stop = () => {
      globalThis.clearTimeout(timer);
      refuse();
    };
    signal?.addEventListener('abort', stop, { once: true });
  });
}

export const setImmediate = <Value>(value?: Value): Promise<Value> => setTimeout(1, value);
