/** In a window that is not painted, such as one that is hidden, no frame comes. */
const paintAtMostMs = 200;

/** What waits until it is opened; what comes later runs at once. */
function createGate() {
  let waiting: (() => void)[] | null = [];
  return {
    after(run: () => void): void {
      if (waiting === null) run();
      else waiting.push(run);
    },
    open(): void {
      const begun = waiting ?? [];
      waiting = null;
      for (const run of begun) run();
    },
  };
}

const screen = createGate();
const messages = createGate();

/** Calls back after the first screen is painted; at once where it is already. */
export const afterFirstPaint = screen.after;

/** Called when the first screen is in the document: after the next frame, what waited for it begins. */
export function noteFirstScreen(hasMessages = false): void {
  afterPaint(() => {
    screen.open();
    if (hasMessages) setTimeout(messages.open, restAtMostMs);
    else messages.open();
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

/** Calls back once the messages of the first screen are painted; at once where they are already, or it shows none. */
export const afterFirstMessages = messages.after;

/**
 * Called when the messages of the first screen are in the document, with the words of a reply that was awaited.
 * @returns takes it back
 */
export const noteFirstMessages = (): (() => void) => afterPaint(messages.open);

let hasRest = false;

/** Whether what the window shows on demand is loaded, with what its keys do. */
export const isRestThere = (): boolean => hasRest;

export function noteRest(): void {
  hasRest = true;
}

let open = (): void => undefined;

/** Resolves once it is known what the rest of the window shows. */
export const opened = new Promise<void>((resolve) => {
  open = resolve;
});

export const noteOpened = (): void => open();
