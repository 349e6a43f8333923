import type { AppErrorData } from '../../../shared/errors';

/** How the app answered a command. */
export type Answered<Value> =
  | { readonly is: 'ok'; readonly value: Value }
  | { readonly is: 'refused'; readonly error: AppErrorData }
  /** The app was killed, or was not running. */
  | { readonly is: 'died' };
