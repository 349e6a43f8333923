/** What a refused request says of its key, and what it says of something else. */
import type { GatewayError } from '../parse/error';

/** Gemini answers a wrong key with 400. */
const KEY_IS_WRONG =
  /\bapi[ _-]?key\b.{0,40}\b(?:not valid|invalid|expired)\b|\b(?:invalid|expired)\b.{0,20}\bapi[ _-]?key\b/i;
const ABOUT_KEYS = /key|auth|credential|token|forbidden|permission/i;
/** As `parse/` words what is not JSON. */
const IS_PAGE = /with status \d+ and a web page\b/;

export const isKeyRefused = ({ statusCode, message }: GatewayError): boolean =>
  statusCode === 401 || statusCode === 403 || (statusCode === 400 && KEY_IS_WRONG.test(message));

/** Something between here and the gateway answered: it has not seen the key. */
export const isPageInBetween = ({ statusCode, message }: GatewayError): boolean =>
  statusCode === 403 && IS_PAGE.test(message);

/** A sentence, and what to do. */
export function explainRefusal({ statusCode, errorCode, message }: GatewayError, hasKey: boolean): string {
  if (!hasKey) return `The gateway requires a key (${statusCode}); save one for this profile.`;
  if (statusCode === 403 && !ABOUT_KEYS.test(errorCode))
    return `The gateway refuses the key or what it is used for (${statusCode}): ${message}`;
  return `The gateway refuses the key (${statusCode}); check that it is complete, active and for this gateway.`;
}
