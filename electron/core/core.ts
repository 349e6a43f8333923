import type { AppEvent } from '../../shared/contract';
import type { Envelope } from '../../shared/errors';

/** The app without a host: what `electron/hosts` carry to a window. */
export interface Core {
  /** Checks the input against the contract, then answers; never throws. */
  call(name: string, input: unknown): Promise<Envelope<unknown>>;
  subscribe(listener: (event: AppEvent) => void): () => void;
  /** Ends every stream (what had arrived is stored) and closes the database. */
  close(): Promise<void>;
}
