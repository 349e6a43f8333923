/** Records one request and its response. The key is removed from everything before it is stored. */
import {
  type CallHeaders,
  type CallState,
  type CallTiming,
  KEY_VARIABLE,
} from '../../../shared/calls/inspector';
import { redactAddress } from '../../../shared/calls/redact-addresses';
import { toCost } from '../../../shared/money/cost';
import { toAmount } from '../../../shared/money/money';
import { schemeIn } from '../../../shared/profiles/credential-names';
import { mergeCredits, readCredits, readRequestId, unknownCredits } from '../parse/metadata';
import type { Credits, RecordedCall } from '../types/call';
import { type AnswerFacts, type AnswerWriter, createAnswerWriter } from './answer-writer';
import { type Cleaner, keepText } from './body-keeper';
import { createSkippedEvents, headersBelowZero, noteOf, type SkippedEvents } from './left-out';
import { createRedactor, REMOVED } from './redact';

export type AnswerHead = Pick<Response, 'status' | 'statusText' | 'headers'>;

export interface CallWriter extends RecordedCall {
  /** There was a connection and the request was sent. */
  sent(): void;
  answered(head: AnswerHead): void;
  piece(bytes: Uint8Array): void;
  /** Only the first end counts. */
  end(state: Exclude<CallState, 'open'>, error?: string): void;
}

export interface CallStart {
  readonly id: string;
  readonly profileId: string;
  /** The key and the values of secret headers. */
  readonly secrets: readonly string[];
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Since the start, on a monotonic clock. */
  readonly elapsedMs: () => number;
  readonly onChange: () => void;
}

export interface OutgoingRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  /** `null` if there is none; a body that is not text is not stored. */
  readonly body: string | null;
}

/** What is known of the response without its body. */
interface State {
  call: CallState;
  status: number | null;
  statusText: string;
  headers: CallHeaders;
  credits: Credits;
  requestId: string | null;
  error: string | null;
  /** Amounts that can't be, each once. */
  belowZero: readonly string[];
  timing: CallTiming;
}

export function createCallWriter(start: CallStart, request: OutgoingRequest): CallWriter {
  const redactor = createRedactor(start.secrets);
  const clean = (text: string) => redactor.strict(text);
  const keyCharacters = Math.max(...start.secrets.map(({ length }) => length));
  const sent = describeRequest(request, { clean, keyCharacters });
  const state = createState();
  const skipped = createSkippedEvents();
  let answer: AnswerWriter | null = null;

  const note = (facts: AnswerFacts) => {
    state.credits = mergeCredits(state.credits, facts.credits);
    state.belowZero = [...new Set([...state.belowZero, ...facts.belowZero.map(clean)])];
    state.error = facts.error === null ? state.error : clean(facts.error);
    state.requestId ??= facts.requestId === null ? null : clean(facts.requestId);
  };
  const mark = (name: keyof CallTiming) => {
    const atMs = start.elapsedMs();
    state.timing = { ...state.timing, [name]: state.timing[name] ?? atMs };
    return atMs;
  };
  return {
    id: start.id,
    ...createReaders(start, sent, { state, skipped }, () => answer),
    sent() {
      if (state.call !== 'open') return;
      mark('sentMs');
      start.onChange();
    },
    answered(head) {
      if (state.call !== 'open') return;
      mark('headersMs');
      noteHead(state, head, clean);
      const contentType = clean(head.headers.get('content-type') ?? '');
      const { add: onSkipped } = skipped;
      const { status } = head;
      answer = createAnswerWriter({
        status,
        contentType,
        redactor,
        clean,
        keyCharacters,
        note,
        onSkipped,
      });
      start.onChange();
    },
    piece(bytes) {
      if (state.call !== 'open') return;
      mark('firstByteMs');
      answer?.piece(bytes, start.elapsedMs());
      start.onChange();
    },
    end(how, error) {
      if (state.call !== 'open') return;
      const endMs = mark('endMs');
      const isToldEnd = answer?.end(endMs) ?? false;
      // A reader that stops after the end mark has read everything.
      state.call = how === 'stopped' && isToldEnd ? 'done' : how;
      if (error !== undefined && state.call !== 'done') state.error ??= clean(error);
      start.onChange();
    },
  };
}

/** The size of a record without its bodies, in bytes. */
const RECORD_BYTES = 4_096;

type SentRequest = ReturnType<typeof describeRequest>;

function createReaders(
  { id, startedAt, profileId }: CallStart,
  sent: SentRequest,
  { state, skipped }: { readonly state: State; readonly skipped: SkippedEvents },
  answer: () => AnswerWriter | null,
): Pick<RecordedCall, 'isOpen' | 'summary' | 'detail' | 'requestHeader' | 'size'> {
  const noteOfAll = () =>
    [state.belowZero.length > 0 ? noteOf(state.belowZero) : null, skipped.note()]
      .filter((note) => note !== null)
      .join(' ');
  const summary = () => ({
    id,
    startedAt,
    profileId,
    ...sent.summary,
    state: state.call,
    status: state.status,
    durationMs: state.timing.endMs,
    responseBytes: answer()?.bytes() ?? 0,
    eventCount: answer()?.eventCount() ?? 0,
    cost: toCost({ credits: toAmount(state.credits.used, 'credits') }),
    balance: toCost({ credits: toAmount(state.credits.remaining, 'credits') })?.[0] ?? null,
    requestId: state.requestId,
    error: state.error,
    ...(noteOfAll() !== '' && { note: noteOfAll() }),
  });
  return {
    isOpen: () => state.call === 'open',
    summary,
    detail: () => ({
      ...summary(),
      requestHeaders: sent.headers,
      requestBody: sent.body,
      statusText: state.statusText,
      responseHeaders: state.headers,
      responseBody: answer()?.body() ?? { kind: 'none' },
      timing: state.timing,
      events: answer()?.events() ?? [],
    }),
    requestHeader: (name) => sent.headers.find(([one]) => one === name)?.[1] ?? null,
    size: () => RECORD_BYTES + sent.size + (answer()?.size() ?? 0),
  };
}

function createState(): State {
  return {
    call: 'open',
    status: null,
    statusText: '',
    headers: [],
    credits: unknownCredits,
    requestId: null,
    error: null,
    belowZero: [],
    timing: { sentMs: null, headersMs: null, firstByteMs: null, endMs: null },
  };
}

function noteHead(state: State, { status, statusText, headers }: AnswerHead, clean: Cleaner['clean']): void {
  // A fetch that follows the browsers' rules hides a redirect behind status 0.
  state.status = status === 0 ? null : status;
  state.statusText = clean(statusText);
  state.headers = cleanHeaders(headers, clean);
  state.credits = readCredits(null, headers);
  state.belowZero = headersBelowZero(headers);
  state.requestId = clean(readRequestId(headers) ?? '') || null;
}

const MODEL = /"model"\s*:\s*"((?:[^"\\]|\\.){0,300})"/;

function describeRequest({ method, url, headers, body }: OutgoingRequest, cleaner: Cleaner) {
  const { clean } = cleaner;
  const target = new URL(url);
  // Signatures of results, and keys too short to be recognized by their value.
  const shown = (address: string) => redactAddress(clean(address), REMOVED);
  const kept = keepText(body ?? '', headers.get('content-type'), cleaner);
  const text = kept.kind === 'text' ? kept.text : '';
  return {
    headers: cleanHeaders(headers, clean),
    body: kept,
    size: kept.kind === 'text' ? kept.text.length + kept.tail.length : 0,
    summary: {
      method: method.toUpperCase(),
      url: shown(target.href),
      path: shown(target.pathname + target.search),
      model: MODEL.exec(text)?.[1] ?? null,
      requestBytes: kept.kind === 'none' ? 0 : kept.bytes,
    },
  };
}

/** Never stored, in requests and responses. */
const secret = /^(?:proxy-authorization|x-api-key|api-key|cookie|set-cookie)$/;

/** Without the key, in names too; the header that carries it shows the name of the environment variable instead. */
function cleanHeaders(headers: Headers, clean: (text: string) => string): CallHeaders {
  return [...headers].map(([name, value]) => {
    if (name === 'authorization') return [name, `${schemeIn(value) ?? 'Bearer'} $${KEY_VARIABLE}`];
    return [clean(name), secret.test(name) ? REMOVED : clean(value)];
  });
}
