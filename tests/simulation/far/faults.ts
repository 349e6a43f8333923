/** Faults between the app and a gateway; each applies to the next request it fits. */
import type { Random } from '../world/random';

export const routes = ['chat', 'images', 'speech', 'videos', 'job', 'file', 'models', 'account'] as const;
/** Those that a fault is drawn for; what befalls a chat befalls a request for vectors where that comes first. */
export type Route = (typeof routes)[number] | 'embeddings';

export type Fault =
  /** No connection: nothing was sent. */
  | { readonly kind: 'refused'; readonly code: string }
  /** Answered before anything was done. */
  | { readonly kind: 'status'; readonly status: number; readonly retryAfter: string | null }
  /** Done and charged, then answered so. */
  | { readonly kind: 'late-status'; readonly status: number }
  /** Done, and refused all the same; the refusal names the charge. */
  | { readonly kind: 'charged-refusal'; readonly status: number }
  /** A poll is answered with a failure that does not name its job, or names another one. */
  | { readonly kind: 'poll-failure'; readonly id: string | null }
  /** Done and charged, and nothing of the answer arrives. */
  | { readonly kind: 'lost' }
  | { readonly kind: 'silent' }
  /** A share of the answer arrives. */
  | { readonly kind: 'cut'; readonly share: number }
  | { readonly kind: 'stall'; readonly share: number }
  /** Only a picture or sound of it comes, and not what ends its line. */
  | { readonly kind: 'cut-behind' }
  /** Made, charged and in the record of a job that says it failed. */
  | { readonly kind: 'paid-failure' }
  /** A reply comes whole, though a stream was asked for, is charged, and has an error beside it. */
  | { readonly kind: 'error-beside' }
  /** Images of a whole reply stand in its text, as Markdown. */
  | { readonly kind: 'images-in-text' }
  /** Each image as bytes, with an address beside them where nothing is. */
  | { readonly kind: 'dead-address' }
  /** It works on the call for longer than it usually does. */
  | { readonly kind: 'works-long'; readonly ms: number }
  /** Done and charged; the answer is nonsense. */
  | { readonly kind: 'nonsense'; readonly body: Nonsense }
  /** An answer that names a job this client has already. */
  | { readonly kind: 'known-job' }
  /** Fewer images than were asked for, and charged: the others were refused one by one. */
  | { readonly kind: 'fewer' }
  | { readonly kind: 'amount'; readonly used: number | string };

export const nonsenses = [
  'html',
  'empty',
  'truncated',
  'words',
  'list',
  'deep',
  'endless',
  'key-echo',
] as const;
export type Nonsense = (typeof nonsenses)[number];

export interface Waiting {
  readonly route: Route;
  readonly fault: Fault;
  left: number;
}

const REFUSED = ['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'];
const RETRY_AFTER = [null, null, '1', '7', '0', '-5', '99999999', 'Fri, 31 Dec 9999 23:59:59 GMT', 'soon'];
const LATE = [500, 502, 504];
const CHARGED = [400, 401, 402, 429, 429, 503, 503];
const EARLY = [400, 401, 402, 403, 404, 408, 409, 413, 422, 425, 429, 429, 429, 503, 503];

export function drawFault(random: Random, route: Route): Fault {
  const costs = ['chat', 'images', 'speech', 'videos'].includes(route);
  const kind = random.weighted({
    refused: 2,
    status: 4,
    'late-status': costs ? 2 : 1,
    'charged-refusal': costs && route !== 'videos' ? 2 : 0,
    'poll-failure': route === 'job' ? 3 : 0,
    lost: 3,
    silent: 1,
    // A stream is the longest answer, and the only one whose beginning is kept.
    cut: route === 'chat' ? 8 : 3,
    stall: 1,
    nonsense: 2,
    'known-job': route === 'videos' ? 3 : 0,
    fewer: route === 'images' ? 2 : 0,
    amount: costs ? 1 : 0,
  });
  return make(random, kind);
}

/** The others are only asked for by steps of their own. */
type DrawnKind = Exclude<
  Fault['kind'],
  'cut-behind' | 'works-long' | 'paid-failure' | 'error-beside' | 'images-in-text' | 'dead-address'
>;

function make(random: Random, kind: DrawnKind): Fault {
  switch (kind) {
    case 'refused':
      return { kind, code: random.pick(REFUSED) };
    case 'status':
      return { kind, status: random.pick(EARLY), retryAfter: random.pick(RETRY_AFTER) };
    case 'late-status':
      return { kind, status: random.pick(LATE) };
    case 'charged-refusal':
      return { kind, status: random.pick(CHARGED) };
    case 'poll-failure':
      return { kind, id: random.pick([null, 'job-of-others']) };
    case 'cut':
    case 'stall':
      return { kind, share: random.next() };
    case 'nonsense':
      return { kind, body: random.pick(nonsenses) };
    case 'amount':
      return { kind, used: random.pick([1e308, -3, -500, '-12.5', '12', 9e15, 9e9, 1e-9]) };
    default:
      return { kind };
  }
}

/** The first that fits, used up. */
export function take(waiting: Waiting[], route: Route): Fault | null {
  const drawn = route === 'embeddings' ? 'chat' : route;
  const found = waiting.find((one) => one.route === drawn && one.left > 0);
  if (found === undefined) return null;
  found.left -= 1;
  return found.fault;
}

export const describeFault = (fault: Fault): string =>
  Object.values(fault)
    .filter((value) => value !== null)
    .map((value) => (typeof value === 'number' && value < 1 && value > 0 ? value.toFixed(2) : String(value)))
    .join(' ');
