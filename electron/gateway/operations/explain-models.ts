/** Why no list of models came from an address where something answered. */
import type { GatewayError } from '../parse/error';

const listAt = (url: URL): string => `${url.origin}${url.pathname.replace(/\/$/, '')}/models`;

export const explainPage = (url: URL): string =>
  `A web page answered ${listAt(url)} with 403: a proxy, a firewall or a check for bots may be between here and the gateway.`;

/** What is wrong with the list of models, and what to do. */
export function explainModels(error: GatewayError, url: URL): string {
  const where = listAt(url);
  if (error.statusCode === 404) {
    return `Nothing found at ${where} (404); check the path of the base URL, which usually ends in /v1. If this gateway has no list of models, model ids can be typed all the same.`;
  }
  if (error.errorCode === 'malformed_response') {
    return `${where} didn’t return a list of models; check the path of the base URL, which usually ends in /v1.`;
  }
  if (error.statusCode === 429) return 'Rate limit reached (429). Wait a moment, then test again.';
  if (error.statusCode >= 500) {
    return `The gateway answered ${where} with ${error.statusCode}; it may be down, so try again later.`;
  }
  return `Reading ${where} failed: ${error.message}`;
}
