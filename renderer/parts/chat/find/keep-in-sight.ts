/** A chat may have to load first. */
const waitsMs = 5_000;
/** The rows are measured and moved in the first ones. */
const settleFrames = 20;
const userEvents = ['wheel', 'keydown', 'pointerdown'] as const;

/**
 * Calls `step` in each frame until it has shown something for some of them, or the person scrolls or types.
 * @returns what ends it
 */
export function keepInSight(step: () => boolean): () => void {
  const until = performance.now() + waitsMs;
  const ended = new AbortController();
  let shown = 0;
  const next = () => {
    if (ended.signal.aborted) return;
    if (step()) shown += 1;
    if (shown < settleFrames && performance.now() < until) requestAnimationFrame(next);
    else ended.abort();
  };
  requestAnimationFrame(next);
  const stop = () => ended.abort();
  for (const type of userEvents) addEventListener(type, stop, { signal: ended.signal, capture: true });
  return stop;
}
