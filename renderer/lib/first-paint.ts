/** In a window that is not painted, such as one that is hidden, no frame comes. */
const paintAtMostMs = 200;

/** `null` once the first screen has been painted. */
let waiting: (() => void)[] | null = [];

/** Calls back after the first screen is painted; at once where it is already. */
export function afterFirstPaint(run: () => void): void {
  if (waiting === null) run();
  else waiting.push(run);
}

/** Called when the first screen is in the document: after the next frame, what waited for it begins. */
export function noteFirstScreen(): void {
  // A message that is posted in a frame is delivered when that frame has been drawn.
  const painted = new MessageChannel();
  painted.port1.onmessage = begin;
  requestAnimationFrame(() => painted.port2.postMessage(null));
  setTimeout(begin, paintAtMostMs);
}

let open = (): void => undefined;

/** Resolves once it is known what the rest of the window shows. */
export const opened = new Promise<void>((resolve) => {
  open = resolve;
});

export const noteOpened = (): void => open();

function begin(): void {
  const begun = waiting ?? [];
  waiting = null;
  for (const run of begun) run();
}
