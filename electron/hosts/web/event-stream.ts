/** The core's events as server-sent events, with a limit on how much is buffered for a slow reader. */
import type { AppEvent } from '../../../shared/contract';

export interface EventStreamOptions {
  /** A comment this often keeps proxies and sleeping laptops from closing an idle connection. */
  readonly keepAliveMs?: number;
  /** Bytes buffered for one reader. */
  readonly maxBacklogBytes?: number;
  /** Closes the connection of a reader that exceeds this; it connects again and takes a new snapshot. */
  readonly drop: () => void;
  /** Sent before any event. */
  readonly greeting?: string;
}

/**
 * Every event from now on, each as one `data:` line of JSON. The first bytes are a comment, so that the reader knows
 * it is connected before anything happens.
 */
export function eventStream(
  subscribe: (listener: (event: AppEvent) => void) => () => void,
  { keepAliveMs = 15_000, maxBacklogBytes = 8 * 1024 * 1024, drop, greeting = '' }: EventStreamOptions,
): ReadableStream<Uint8Array> {
  let stop = (): void => undefined;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const send = (text: string): void => {
          if ((controller.desiredSize ?? 0) > 0) {
            controller.enqueue(new TextEncoder().encode(text));
          } else {
            stop();
            drop();
          }
        };
        const unsubscribe = subscribe((event) => send(`data: ${JSON.stringify(event)}\n\n`));
        const timer = setInterval(() => send(': still here\n\n'), keepAliveMs);
        stop = () => {
          clearInterval(timer);
          unsubscribe();
        };
        send(`retry: 500\n: connected\n\n${greeting}`);
      },
      cancel: () => stop(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: maxBacklogBytes }),
  );
}
