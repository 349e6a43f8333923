/** What every part of the gateway works with, made once by `server.ts`. */
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Account } from './account';
import type { MediaService } from './media/service';
import type { ChatModel } from './models/model';
import type { RateLimiter } from './rate-limiter';
import type { Replies } from './replies';

/** A call that is being answered and can be broken off. */
export interface Running {
  abort(): void;
}

export interface Services {
  readonly apiKey: string;
  readonly account: Account;
  readonly replies: Replies;
  readonly limiter: RateLimiter;
  readonly chatModels: readonly ChatModel[];
  readonly media: MediaService;
  readonly running: Set<Running>;
  /** Requests received, by route. */
  readonly requests: Map<string, number>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds on a clock that never jumps, for the pace of streams. */
  readonly elapsed: () => number;
  /** Rejects when `signal` is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Told of failures that are the gateway's own fault. */
  readonly onInternalError: (error: unknown) => void;
}

/** A costing request with an `Idempotency-Key`, claimed while it is answered. */
export interface Claim {
  readonly key: string;
  readonly fingerprint: string;
  /** Kept result of the same request, to be answered again. */
  readonly savedResult: unknown;
  release(): void;
}

export interface Variables {
  requestId: string;
  hasValidKey: boolean;
  body: unknown;
  claim: Claim | null;
}

export interface GatewayEnv {
  Bindings: Partial<HttpBindings>;
  Variables: Variables;
}

export type GatewayContext = Context<GatewayEnv>;
