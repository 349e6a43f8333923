/** What updates need of the world: the feed, the download, and the file of the program. */
import type { AvailableUpdate, UpdateSupport } from '../../../shared/app/updates';

/** Every method throws an `AppError` that says what failed and what to do; the running version stays as it is. */
export interface UpdaterPort {
  readonly support: UpdateSupport;
  /** Reads the signed feed. `null` where it names no newer version. */
  check(): Promise<AvailableUpdate | null>;
  /** Downloads and checks what `check` found; continues what an earlier download left. */
  download(onProgress: (done: number, total: number) => void, signal: AbortSignal): Promise<void>;
  /** Prepares the replacement, then ends the app, which starts again as the new version. */
  restart(): Promise<void>;
  /** The app is closing: whether the downloaded version takes its place now. */
  setReplaceAtQuit(isWanted: boolean): void;
}
