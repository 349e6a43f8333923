/**
 * Loaded into Portkey's gateway before it starts: it answers on this computer alone, on a port that is free, and can
 * change the headers of what it passes on, which Node 20 refuses for the replies of its own fetch.
 */
import { Server } from 'node:net';

const { listen } = Server.prototype;
/** @this {Server} */
Server.prototype.listen = function () {
  this.once('listening', () => process.send?.(this.address()));
  return listen.apply(this, /** @type {any} */ ([0, '127.0.0.1']));
};

const original = globalThis.fetch;
globalThis.fetch = async (...request) => {
  const { body, status, statusText, headers } = await original(...request);
  const hasBody = ![204, 205, 304].includes(status);
  return new Response(hasBody ? body : null, { status, statusText, headers: new Headers(headers) });
};
