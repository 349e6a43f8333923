/** HTTP Archive 1.2, the format of browsers and other tools. Like the records, it never contains the key. */
import type { CallBody, CallDetail, CallEvent, CallHeaders } from '../../../shared/calls/inspector';
import { redactAddresses } from '../../../shared/calls/redact-addresses';
import { fromAmount } from '../../../shared/money/money';
import { units } from '../../../shared/money/money-units';

/** The calls as the text of a HAR file, oldest first; without signatures and keys of the addresses that it holds. */
export function toHar(calls: readonly CallDetail[], version: string): string {
  const entries = [...calls].sort((one, other) => one.startedAt - other.startedAt).map(toEntry);
  return JSON.stringify(
    { log: { version: '1.2', creator: { name: 'Gatehouse', version }, entries } },
    undefined,
    2,
  );
}

function toEntry(call: CallDetail) {
  const timings = toTimings(call);
  return {
    startedDateTime: new Date(call.startedAt).toISOString(),
    time: Object.values(timings).reduce((sum, ms) => sum + Math.max(0, ms), 0),
    request: toRequest(call),
    response: toResponse(call),
    cache: {},
    timings,
    ...commentOf(call),
    ...costOf(call),
    ...(call.events.length > 0 && { _eventTimesMs: call.events.map(({ atMs }) => atMs) }),
  };
}

/** Fields of our own, as HAR allows: `_creditsUsed`, `_dollarsUsed`, each a decimal. */
const costOf = ({ cost }: CallDetail): Readonly<Record<string, number>> =>
  Object.fromEntries(
    (cost ?? []).map(({ unit, amount }) => [`_${units[unit].field}Used`, fromAmount(amount, unit)]),
  );

function commentOf({ state, error, note }: CallDetail): { readonly comment?: string } {
  const parts = [...(error === null ? [] : [`${state}: ${error}`]), ...(note === undefined ? [] : [note])];
  return parts.length === 0 ? {} : { comment: parts.join(' · ') };
}

/** HAR's value for an unknown size or time. */
const UNKNOWN = -1;

function toTimings({ timing, durationMs }: CallDetail) {
  const { sentMs, headersMs, endMs } = timing;
  const end = endMs ?? durationMs ?? headersMs ?? 0;
  const headers = headersMs ?? end;
  return {
    blocked: sentMs ?? UNKNOWN,
    dns: UNKNOWN,
    connect: UNKNOWN,
    ssl: UNKNOWN,
    send: 0,
    wait: Math.max(0, headers - (sentMs ?? 0)),
    receive: Math.max(0, end - headers),
  };
}

const toPairs = (headers: CallHeaders) => headers.map(([name, value]) => ({ name, value: bare(value) }));

const bare = (text: string): string => redactAddresses(text, '[removed]');

/** Both network stacks of the app are limited to HTTP/1.1. */
const HTTP = 'HTTP/1.1';

function toRequest({ method, url, requestHeaders, requestBody }: CallDetail) {
  const query = [...new URL(url).searchParams].map(([name, value]) => ({ name, value }));
  return {
    method,
    url,
    httpVersion: HTTP,
    cookies: [],
    headers: toPairs(requestHeaders),
    queryString: query,
    headersSize: UNKNOWN,
    bodySize: requestBody.kind === 'none' ? 0 : requestBody.bytes,
    ...(requestBody.kind === 'text' && {
      postData: {
        mimeType: requestBody.contentType ?? '',
        text: textOf(requestBody),
        ...gapComment(requestBody),
      },
    }),
  };
}

function toResponse(call: CallDetail) {
  const { status, statusText, responseHeaders, responseBody, responseBytes, events } = call;
  const header = (name: string) => responseHeaders.find(([one]) => one === name)?.[1] ?? '';
  const content =
    events.length > 0
      ? { text: bare(events.map(toLines).join('')), comment: 'Written again from the events of the stream.' }
      : { ...(responseBody.kind === 'text' && { text: textOf(responseBody) }), ...gapComment(responseBody) };
  return {
    status: status ?? 0,
    statusText,
    httpVersion: HTTP,
    cookies: [],
    headers: toPairs(responseHeaders),
    content: { size: responseBytes, mimeType: header('content-type'), ...content },
    redirectURL: bare(header('location')),
    headersSize: UNKNOWN,
    bodySize: UNKNOWN,
  };
}

function toLines({ type, data }: CallEvent): string {
  const lines = data.split('\n').map((line) => `data: ${line}\n`);
  return `${type === '' ? '' : `event: ${type}\n`}${lines.join('')}\n`;
}

const textOf = (body: Extract<CallBody, { kind: 'text' }>): string => bare(body.text + body.tail);

function gapComment(body: CallBody): { comment?: string } {
  if (body.kind === 'binary') return { comment: 'Not text: only its size and type are stored.' };
  if (body.kind === 'none' || body.leftOutBytes === 0) return {};
  return { comment: `${body.leftOutBytes} bytes were left out after ${body.text.length} characters.` };
}
