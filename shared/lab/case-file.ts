/** Files that are sent with a case. */
import type { FileWay } from '../media/documents';
import type { StoredFile } from '../media/files';
import type { InputRole } from '../run/input-roles';

/** A stored file that is sent with a case: an attachment of a chat. */
export interface CaseAttachment {
  readonly id: string;
  readonly name: string;
  readonly way?: FileWay | undefined;
}

/** A file of a case, for the window to show. */
export interface CaseFile {
  readonly name: string;
  /** Of media; absent for an attachment of a chat. */
  readonly role?: InputRole;
  /** `null` where it is no longer stored. */
  readonly file: StoredFile | null;
}
