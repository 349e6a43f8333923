/** Wording and codes of everything that goes wrong below HTTP. */
import { assertNever } from '../../../shared/errors';
import { isNothingSent, type NetworkCause } from '../http/network-cause';
import type { EndReason, TimeoutStage } from '../http/watch';
import type { GatewayErrorInit } from './error';

const waitedFor: Readonly<Record<TimeoutStage, string>> = {
  headers: 'didn’t respond within',
  first: 'sent nothing of its reply within',
  idle: 'stopped sending for',
  total: 'didn’t finish within',
};

/** A call ended by its caller or by a time limit. `sent` tells whether the gateway may have the request. */
export function endedFailure(reason: EndReason, costs: boolean, sent: boolean): GatewayErrorInit {
  const outcomeUnknown = costs && sent;
  if (reason.kind === 'aborted') {
    return { errorCode: 'aborted', message: 'The call was stopped.', outcomeUnknown };
  }
  const seconds = Math.round(reason.afterMs / 100) / 10;
  return {
    errorCode: 'timeout',
    message: `The gateway ${waitedFor[reason.stage]} ${seconds} s.`,
    details: { stage: reason.stage, afterMs: reason.afterMs },
    outcomeUnknown,
  };
}

/** `fetch` threw before any reply began. */
export function unansweredFailure(cause: NetworkCause, url: URL, costs: boolean): GatewayErrorInit {
  const { kind } = cause;
  return {
    errorCode: codeOf(kind),
    message: cause.explanation ?? describe(kind, url),
    details: { cause: kind, code: cause.code },
    outcomeUnknown: costs && !isNothingSent(kind) && kind !== 'redirect',
  };
}

/** The connection broke, or its bytes could not be decoded, after the reply had begun. */
export function brokenBodyFailure(cause: NetworkCause, costs: boolean): GatewayErrorInit {
  const details = { cause: cause.kind, code: cause.code };
  if (cause.kind === 'decode') {
    return {
      errorCode: 'malformed_response',
      message: 'The response couldn’t be decompressed.',
      details,
      outcomeUnknown: costs,
    };
  }
  const isTimeout = cause.kind === 'timeout';
  return {
    errorCode: isTimeout ? 'timeout' : 'network_error',
    message: isTimeout
      ? 'The gateway stopped sending.'
      : 'The connection was cut before the whole reply had arrived.',
    details,
    outcomeUnknown: costs,
  };
}

/** A 3xx answer: the key must not follow to another place, so nothing follows at all. */
export function redirectFailure(statusCode: number, location: string | null, url: URL): GatewayErrorInit {
  const target = location !== null && URL.canParse(location, url) ? new URL(location, url) : null;
  const where =
    target === null ? 'another address' : target.origin === url.origin ? target.pathname : target.host;
  return {
    errorCode: 'malformed_response',
    statusCode,
    message: `The gateway redirects to ${where}. ${adviceFor(target)}`,
    outcomeUnknown: false,
    details: { cause: 'redirect', target: target === null ? null : target.origin + target.pathname },
  };
}

/** Pages to sign in, by the words in their address. */
const SIGN_IN =
  /(?:^|[\W_])(?:log-?(?:in|on)|sign-?in|sso|saml2?|oauth2?|oidc|authorize|adfs|captive|portal)(?:$|[\W_])|\/cdn-cgi\/access\//i;

function adviceFor(target: URL | null): string {
  if (target !== null && SIGN_IN.test(target.hostname + target.pathname))
    return 'That is a page to sign in: the base URL may be that of a web site, or a proxy asks you to sign in first. Open it in a browser, and check the base URL.';
  return 'The key is not sent to other addresses. If you trust that address, use it as the base URL.';
}

function codeOf(kind: NetworkCause['kind']): string {
  if (kind === 'connect-timeout' || kind === 'timeout') return 'timeout';
  return kind === 'redirect' || kind === 'not-http' || kind === 'decode'
    ? 'malformed_response'
    : 'network_error';
}

function describe(kind: NetworkCause['kind'], url: URL): string {
  switch (kind) {
    case 'refused':
      return `Nothing accepts connections at ${url.host}. Check the address, and whether the gateway is running.`;
    case 'dns':
      return `No address is known for ${url.hostname}. Check the spelling and the network connection.`;
    case 'unreachable':
      return `${url.host} cannot be reached from here. Check the network connection and the proxy.`;
    case 'connect-timeout':
      return `${url.host} did not accept a connection in time. Check the address and the network.`;
    case 'tls':
      return `No secure connection to ${url.host} could be made. Check its certificate.`;
    case 'proxy':
      return `The proxy did not connect to ${url.host}. Check the proxy in the system’s or in the network settings.`;
    case 'redirect':
      return `${url.host} redirects to another address, and the key isn’t sent there. Use that address as the base URL.`;
    case 'not-http':
      return `The server at ${url.host} doesn’t use HTTP. Check the address and the port.`;
    case 'decode':
      return 'The response couldn’t be decompressed.';
    case 'timeout':
      return `${url.host} took too long to answer.`;
    case 'cut':
      return `The connection to ${url.host} was cut before a reply arrived.`;
    default:
      return assertNever(kind);
  }
}
