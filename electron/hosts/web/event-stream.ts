/** The core's events as server-sent events, with an end to how much is held for a reader that does not read. */
import type { AppEvent } from '../../../shared/contract';

export interface EventStreamOptions {
  /** A comment this often keeps proxies and sleeping laptops from taking the silence for the end. */
  readonly keepAliveMs?: number;
  /** Bytes held for one reader. */
  readonly maxBacklogBytes?: number;
  /** Cuts the connection of a reader that lets more pile up; it connects again and takes a new snapshot. */
  readonly drop: () => void;
}

/**
 * Every event from now on, each as one `data:` line of JSON. The first bytes are a comment, so that the reader knows
 * it is connected before anything happens.
 */
export function eventStream(
  subscribe: (listener: (event: AppEvent) => void) => () => void,
  { keepAliveMs = 15_000, maxBacklogBytes = 8 * 1024 * 1024, drop }: EventStreamOptions,
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
        send('retry: 500\n: connected\n\n');
      },
      cancel: () => stop(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: maxBacklogBytes }),
  );
}
