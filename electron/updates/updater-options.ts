import type { UpdateSupport } from '../../shared/app/updates';
import type { FeedFetch } from './feed';
import type { FeedConfig } from './feed-config';

export interface UpdaterOptions {
  readonly support: UpdateSupport;
  /** `null` where the build names no update server. */
  readonly feed: FeedConfig | null;
  /** Keeps downloads; created when it is needed. */
  readonly folder: string;
  readonly platform: NodeJS.Platform;
  /** The AppImage that runs; unused elsewhere. */
  readonly program: string;
  readonly fetch: FeedFetch;
  readonly host: UpdateHost;
  readonly log: (line: string) => void;
}

/** What the desktop does for an update. */
export interface UpdateHost {
  /** Begins to close the app. */
  quit(): void;
  /** Lets another process start on the same data. */
  releaseLock(): void;
  /** Starts a program that outlives this one. */
  start(program: string): void;
}
