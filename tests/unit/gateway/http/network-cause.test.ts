import { expect, test } from 'vitest';
import { isNothingSent, readNetworkCause } from '../../../../electron/gateway/http/network-cause';

/** As Node's fetch throws it: the system's error is the cause. */
const failed = (message: string, code: string): Error =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(message), { code }) });

test.each([
  ['connect EHOSTUNREACH 192.0.2.1:443', 'EHOSTUNREACH'],
  ['connect ENETUNREACH 192.0.2.1:443', 'ENETUNREACH'],
  ['connect ECONNREFUSED 127.0.0.1:1', 'ECONNREFUSED'],
])('%s: there was no connection, so nothing was sent', (message, code) => {
  expect(isNothingSent(readNetworkCause(failed(message, code)).kind)).toBe(true);
});

test.each([
  ['read EHOSTUNREACH', 'EHOSTUNREACH'],
  ['read ENETUNREACH', 'ENETUNREACH'],
  ['write EHOSTUNREACH', 'EHOSTUNREACH'],
  ['ssl3_read_bytes:sslv3 alert bad record mac', 'ERR_SSL_SSLV3_ALERT_BAD_RECORD_MAC'],
])('%s: the request may have arrived', (message, code) => {
  expect(readNetworkCause(failed(message, code))).toMatchObject({ kind: 'cut' });
});

test('an alert of a connection that Chromium had made: the request may have arrived', () => {
  const error = new Error('net::ERR_SSL_BAD_RECORD_MAC_ALERT');
  expect(isNothingSent(readNetworkCause(error).kind)).toBe(false);
});
