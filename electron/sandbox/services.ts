/** What every part of the gateway works with, created once by `server.ts`. */
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Account } from './account';
import type { MediaService } from './media/service';
import type { ChatModel } from './models/model';
import type { RateLimiter } from './rate-limiter';
import type { Replies } from './replies';
import type { KeptResponses } from './responses/kept';

/** A running call that can be aborted. */
export interface Running {
  abort(): void;
}

export interface Services {
  readonly apiKey: string;
  readonly account: Account;
  readonly replies: Replies;
  readonly responses: KeptResponses;
  readonly limiter: RateLimiter;
  readonly chatModels: readonly ChatModel[];
  /** The list of models has the simulated models of checks too. */
  readonly listsBench: boolean;
  readonly media: MediaService;
  readonly running: Set<Running>;
  /** Requests received, by route. */
  readonly requests: Map<string, number>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds on a monotonic clock, for the pace of streams. */
  readonly elapsed: () => number;
  /** Rejects when `signal` is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Called for failures that are bugs in the gateway. */
  readonly onInternalError: (error: unknown) => void;
}

/** A charged request with an `Idempotency-Key`, claimed while it runs. */
export interface Claim {
  readonly key: string;
  readonly fingerprint: string;
  /** The stored result of the same request, to be sent again. */
  readonly savedResult: unknown;
  release(): void;
}

export interface Variables {
  requestId: string;
  hasValidKey: boolean;
  body: unknown;
  /** What the charge of a chat is called, where it isn't a chat to its client. */
  operation?: string;
  /** Of a multipart form: what its fields and files are, however the form is written. */
  formDigest?: string;
  claim: Claim | null;
}

export interface GatewayEnv {
  Bindings: Partial<HttpBindings>;
  Variables: Variables;
}

export type GatewayContext = Context<GatewayEnv>;
