/** The report that a person can share to get help. It never contains a key, a prompt or a reply. */

export interface CrashDump {
  /** The file's name in the folder of crashes. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly bytes: number;
}

export interface Diagnostics {
  /** Version, system and the last lines of the log, as text. */
  readonly report: string;
  /** Newest first; none on a host whose processes leave no dumps. */
  readonly crashes: readonly CrashDump[];
}
