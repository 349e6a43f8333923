import type { Diagnostics } from '../../../shared/app/diagnostics';

export interface DiagnosticsPort {
  read(): Diagnostics;
  /** Full path of a crash dump, or of the log folder for `null`; `null` if there is no such dump. */
  pathOf(crashId: string | null): string | null;
}
