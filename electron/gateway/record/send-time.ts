/** When a request was actually sent: Node's fetch reports it on its diagnostics channels; Electron's does not. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';

const calls = new AsyncLocalStorage<() => void>();
const requests = new WeakMap<object, () => void>();
let isListening = false;

/** Runs `send`; `onSent` is called when there is a connection and the request's headers were written to it. */
export function withSendTime<Answer>(send: () => Promise<Answer>, onSent: () => void): Promise<Answer> {
  listen();
  return calls.run(onSent, send);
}

function listen(): void {
  if (isListening) return;
  isListening = true;
  subscribe('undici:request:create', (message) => {
    const onSent = calls.getStore();
    if (onSent !== undefined) requests.set((message as { request: object }).request, onSent);
  });
  subscribe('undici:client:sendHeaders', (message) => {
    requests.get((message as { request: object }).request)?.();
  });
}
