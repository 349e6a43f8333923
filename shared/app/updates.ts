/** New versions of the app: what can be updated, and how far it is. */
import type { AppErrorData } from '../errors';

/** How this copy of the program gets a new version. `releases` is the page of a version; `{version}` stands for it. */
export type UpdateSupport =
  /** It replaces itself. */
  | { readonly kind: 'self' }
  /** The system's package manager owns the files: only it may replace them. */
  | {
      readonly kind: 'package-manager';
      readonly packageType: 'deb' | 'rpm' | 'pacman';
      readonly releases: string;
    }
  /** It can ask for new versions but not replace itself; `reason` is a sentence. */
  | { readonly kind: 'manual'; readonly reason: string; readonly releases: string }
  /** It never asks: a browser, a run from the source, or a build without an update server. */
  | { readonly kind: 'none'; readonly reason: string };

export interface AvailableUpdate {
  readonly version: string;
  /** Plain text; empty where the feed has none. */
  readonly notes: string;
  /** Of the file for this system, in bytes; `null` where the feed does not say. */
  readonly bytes: number | null;
  /** The file for this system, such as `gatehouse_0.2.0_amd64.deb`; `null` where the feed has none. */
  readonly fileName: string | null;
}

/** `off` where nothing is checked automatically and nothing was found yet. */
export type UpdateStatus = 'off' | 'idle' | 'checking' | 'available' | 'downloading' | 'ready' | 'failed';

/** What has to end before the program may be replaced. */
export interface RunningWork {
  readonly replies: number;
  readonly jobs: number;
  /** Exports, imports and backups. */
  readonly tasks: number;
}

export interface Updates {
  readonly support: UpdateSupport;
  readonly status: UpdateStatus;
  /** The newer version, from `available` on. */
  readonly update: AvailableUpdate | null;
  /** In bytes, while downloading. */
  readonly progress: { readonly done: number; readonly total: number } | null;
  /** When the feed was last read, in milliseconds since the epoch. */
  readonly checkedAt: number | null;
  /** What failed, and why, where the status is `failed`. */
  readonly failure: { readonly step: 'check' | 'download' | 'install'; readonly error: AppErrorData } | null;
  /** The person asked to restart, and this still runs. */
  readonly waitingFor: RunningWork | null;
}

/** Of a host that has no updates. */
export const noUpdates: Updates = {
  support: { kind: 'none', reason: 'Only the installed desktop app can be updated from here.' },
  status: 'off',
  update: null,
  progress: null,
  checkedAt: null,
  failure: null,
  waitingFor: null,
};
