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
export function noteFirstScreen(hasMessages = false): void {
  afterPaint(() => {
    begin();
    if (hasMessages) setTimeout(beginRest, restAtMostMs);
    else beginRest();
  });
}

/**
 * Calls back after the next frame.
 * @returns calls it off
 */
function afterPaint(run: () => void): () => void {
  // A message that is posted in a frame is delivered when that frame has been drawn.
  const painted = new MessageChannel();
  painted.port1.onmessage = run;
  const frame = requestAnimationFrame(() => painted.port2.postMessage(null));
  const timer = setTimeout(run, paintAtMostMs);
  return () => {
    painted.port1.close();
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** The messages of a chat come before what surrounds them; it comes without them where they don't. */
const restAtMostMs = 1_000;

let waitingForMessages: (() => void)[] | null = [];

/** Calls back once the messages of the first screen are painted; at once where they are already, or it shows none. */
export function afterFirstMessages(run: () => void): void {
  if (waitingForMessages === null) run();
  else waitingForMessages.push(run);
}

/**
 * Called when the messages of the first screen are in the document, with the words of a reply that was awaited.
 * @returns takes it back
 */
export const noteFirstMessages = (): (() => void) => afterPaint(beginRest);

function beginRest(): void {
  const begun = waitingForMessages ?? [];
  waitingForMessages = null;
  for (const run of begun) run();
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
