import type { StoredFile } from '../../../shared/media/files';
import type { InputRole } from '../../../shared/run/input-roles';
import type { InputOrigin } from '../../../shared/run/inputs';

/** An input of a form: a file that the core has stored. */
export interface FormInput {
  readonly role: InputRole;
  readonly file: StoredFile;
  readonly from?: InputOrigin;
}
