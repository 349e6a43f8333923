export interface BodyObserver {
  piece(bytes: Uint8Array): void;
  /** Read to its end. */
  complete(): void;
  broken(error: unknown): void;
  /** Its reader stopped. */
  left(): void;
}

/** The same response, observed: each chunk is passed through unchanged when it is read. */
export function observeBody(response: Response, observer: BodyObserver): Response {
  const { body, status, statusText, headers } = response;
  if (body === null) {
    observer.complete();
    return response;
  }
  const reader = body.getReader();
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) {
            observer.complete();
            controller.close();
          } else {
            controller.enqueue(value);
            observer.piece(value);
          }
        } catch (error) {
          observer.broken(error);
          controller.error(error);
        }
      },
      cancel(reason) {
        observer.left();
        return reader.cancel(reason);
      },
    },
    // Nothing is read ahead of its reader.
    { highWaterMark: 0 },
  );
  return new Response(stream, { status, statusText, headers });
}
