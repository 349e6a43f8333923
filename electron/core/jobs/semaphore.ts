/** Lets at most `width` run at once; the rest wait in order. A waiter whose signal aborts leaves the queue. */
export function createSemaphore(width: number): (signal: AbortSignal) => Promise<() => void> {
  const line: (() => void)[] = [];
  let inside = 0;
  const leave = () => {
    inside -= 1;
    line.shift()?.();
  };
  const enter = () => {
    inside += 1;
    let left = false;
    return () => {
      if (!left) leave();
      left = true;
    };
  };
  return async (signal) => {
    signal.throwIfAborted();
    if (inside < width) return enter();
    await new Promise<void>((resolve, reject) => {
      const go = () => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = () => {
        line.splice(line.indexOf(go), 1);
        reject(signal.reason);
      };
      line.push(go);
      signal.addEventListener('abort', giveUp, { once: true });
    });
    return enter();
  };
}
