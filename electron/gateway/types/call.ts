/** What every call has: its network, its options, its account of time and money, and how it fails. */

import type { CallDetail, CallSummary } from '../../../shared/calls/inspector';
import type { RateLimits } from '../../../shared/calls/rate-limit';
import type { NetworkSettings } from '../../../shared/profiles/network';
import type { InputRole } from '../../../shared/run/input-roles';

/** Fetch of the host: `net.fetch` in Electron (system proxy and certificates), `nodeFetch` elsewhere. */
export type FetchLike = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** How a profile's requests leave this computer: a network's settings with their secrets. */
export interface NetworkAccess {
  readonly settings: NetworkSettings;
  /** Set for this profile itself: then it also holds for addresses of this computer. */
  readonly isOwn: boolean;
  readonly proxyPassword: string;
  /** PEM, for the client certificate. */
  readonly privateKey: string | null;
}

/** What the host knows of addresses, to fetch results from where a gateway says they are. */
export interface ResultNetwork {
  /** Every address of an URL's host; none where a proxy resolves it. Rejects as `fetch` does for an unknown name. */
  resolve(url: URL): Promise<readonly string[]>;
  /** For `fetch`: connects only to addresses that are admitted. Left out where the host can't do that. */
  pin?(admits: (address: string) => boolean): Promise<RequestInit>;
  /** Answers a redirect as it came where `redirect` is `manual`. Left out where the app's own fetch does. */
  readonly fetch?: FetchLike;
}

/** In credits, as the gateway reported them; `null` is unknown, never zero. */
export interface Credits {
  readonly used: number | null;
  readonly remaining: number | null;
}

/**
 * A cost in a gateway's own money, exactly as it was reported. It is never mixed with credits.
 */
export interface ReportedCost {
  readonly amount: number;
  /** `null` where the gateway named a figure alone. */
  readonly currency: 'USD' | null;
  /** The field it was read from, such as `usage.cost`. */
  readonly from: string;
}

/** What is left in an account and what was used of it, each in dollars, or `null` where it is unknown. */
export interface AccountBalance {
  readonly remaining: number | null;
  readonly used: number | null;
}

/** The headers of a response have arrived: an accepted one as well as a refusal. */
export interface Answered {
  /** Of the call, where it costs. */
  readonly idempotencyKey: string | null;
  /** `null` where the headers state none. */
  readonly limits: RateLimits | null;
}

/** Milliseconds on a monotonic clock; `startedAt` is milliseconds since the epoch. */
export interface Timing {
  readonly startedAt: number;
  /** Start to response headers. */
  readonly headersMs: number | null;
  /** Start to the first text of a stream, or the first byte of a body. */
  readonly firstMs: number | null;
  readonly totalMs: number | null;
}

/** The metadata of every call. */
export interface CallMeta {
  readonly credits: Credits;
  /** In money, if the gateway stated that instead of credits; `null` if it stated none. */
  readonly reportedCost: ReportedCost | null;
  /** By which the gateway tells later what the call cost; absent where it tells nothing so. */
  readonly generationId?: string | null;
  /** Fields that the gateway refused and that were left out, such as `seed`; empty for nearly every call. */
  readonly droppedFields: readonly string[];
  readonly requestId: string | null;
  readonly timing: Timing;
  readonly rateLimit: RateLimits | null;
  /** How often the request was sent; above 1 only where the gateway cannot have accepted the earlier ones. */
  readonly attempts: number;
  /** The key the call carried, for calls that cost. */
  readonly idempotencyKey: string | null;
  readonly statusCode: number;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Made once per intent by the caller; where absent the client makes one per call. */
  readonly idempotencyKey?: string;
  /** Where absent, a long result is held in memory. */
  readonly spool?: Spool;
  /** A 429 or 503 is thrown at once: the caller waits itself, where the person sees it and can stop it. */
  readonly leavesRefusals?: boolean;
  /** Changes the finished body of a chat: what a person wrote as JSON is sent in no gateway's words. */
  readonly finish?: (body: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
}

/** A body that is a result itself, and too long to be held in memory. */
export interface LongBody {
  readonly pieces: AsyncIterable<Uint8Array>;
  readonly contentType: string | null;
}

/**
 * Writes a body as it comes. Errors of its pieces pass through unchanged.
 * @returns `null` once it is on the disk, else its bytes, where the disk refused them
 */
export type Spool = (body: LongBody) => Promise<Uint8Array | null>;

/** What every failed call throws; the class itself is in `gateway/parse/error.ts`. */
export interface GatewayFailure {
  /**
   * The gateway's own code, or one of ours: `network_error`, `timeout`, `aborted`, `malformed_response`, `stream_cut`.
   */
  readonly errorCode: string;
  /** HTTP status; 0 where no reply came. */
  readonly statusCode: number;
  /** Further details from the gateway; for a body that is not JSON its first 300 characters. Never undefined. */
  readonly details: unknown;
  readonly requestId: string | null;
  readonly retryAfterMs: number | null;
  readonly credits: Credits;
  /** As in `CallMeta`. */
  readonly reportedCost?: ReportedCost | null;
  readonly generationId?: string | null;
  readonly message: string;
  /** True where the gateway may have accepted (and may charge) the call although no whole answer came. */
  readonly outcomeUnknown: boolean;
  readonly attempts: number;
  /** The account, key or budget has nothing left, under whatever code and status: asking again can't help. */
  readonly isOutOfCredits: boolean;
}

/** An optional field that a model does not take: later calls to it leave the field out. */
export interface DroppedField {
  readonly model: string | null;
  readonly field: string;
}

/** One exchange as it passes; what it tells is made when it is asked for, so that recording costs little. */
export interface RecordedCall {
  readonly id: string;
  isOpen(): boolean;
  summary(): CallSummary;
  /** Unpacks what it holds of the body; the other questions don't. */
  detail(): CallDetail;
  /** @param name in lower case */
  requestHeader(name: string): string | null;
  /** About how many characters it holds; the events of an ended stream take a tenth of that in memory. */
  size(): number;
}

/** Called for every call when it begins, and whenever its record changes. */
export interface CallFeed {
  onCall(listener: (call: RecordedCall) => void): void;
}

/** What a request has of the thinking of earlier replies. */
export interface ThinkingBack {
  /** With calls of tools alone, or with each reply. */
  readonly scope: 'never' | 'tools' | 'always';
  /** The field of a message that holds its text, where it has no signed blocks. */
  readonly field: 'reasoning' | 'reasoning_content';
}

/** How the requests of a gateway read, for code that is run without the app. */
export interface Wording {
  /** The whole addresses of a call and of its job; `isUsual` where both have the documented paths. */
  addressesOf(
    operation: CodeOperation | ReadOperation | 'embeddings',
    written?: Pick<WrittenInputs, 'isEdit' | 'path'>,
  ): { url: string; jobUrl: string; isUsual: boolean };
  /** What stands before the key in `Authorization`: `Bearer`, `Key`. */
  readonly scheme: string;
  /** A header that holds the key too. */
  readonly keyHeader: string | null;
  /** Headers that each request of this gateway has. */
  readonly headers: Readonly<Record<string, string>>;
  toBody(
    operation: CodeOperation,
    body: Readonly<Record<string, unknown>>,
  ): Readonly<Record<string, unknown>>;
  /** A body with its inputs, each by its placeholder; as it is where the gateway has no field for one of them. */
  withInputs(
    operation: CodeOperation,
    body: Readonly<Record<string, unknown>>,
    inputs: readonly InputMark[],
  ): WrittenInputs;
}

export interface InputMark {
  readonly role: InputRole;
  /** Stands for the data URL of its file. */
  readonly marker: string;
}

export interface WrittenInputs {
  readonly body: Readonly<Record<string, unknown>>;
  /** The files of a multipart form. */
  readonly form?: readonly { readonly field: string; readonly marker: string }[];
  readonly isEdit?: true;
  /** The body has the base64 of its files alone, without the head of a data URL. */
  readonly isBare?: true;
  /** Where requests with these inputs go, in place of the path of the operation. */
  readonly path?: string;
  /** In place of those of the operation. */
  readonly headers?: Readonly<Record<string, string>>;
}

type CodeOperation = 'chat' | 'images' | 'speech' | 'videos';
/** Their addresses hold `{id}` where they name one job or model. */
type ReadOperation = 'models' | 'model' | 'jobs' | 'job';
