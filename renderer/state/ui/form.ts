/** The form of one modality: the next request. */
import type { AppErrorData } from '../../../shared/errors';
import type { Extra } from '../../../shared/extra/field-names';
import type { AddedFile } from '../../../shared/media/files';
import type { ParameterValues } from '../../../shared/modalities/modalities';
import type { InputRole } from '../../../shared/run/input-roles';
import type { InputOrigin } from '../../../shared/run/inputs';

export interface Form {
  readonly text: string;
  readonly model?: string;
  /** As chosen; what the model does not offer stays here, but is not sent. */
  readonly parameters: ParameterValues;
  readonly extra?: Extra | undefined;
  /** What it is made from beside its text, in the order in which they are sent. */
  readonly inputs?: readonly FormInput[] | undefined;
  /** The id made for exactly this request; kept until the core accepted it, so that a retry makes nothing twice. */
  readonly attempt?: { readonly id: string; readonly request: string };
  /** Unchanged since the page was opened. */
  readonly isFound?: true;
  readonly sending?: boolean;
  /** Why the last attempt was refused. */
  readonly error?: AppErrorData;
}

export const emptyForm: Form = { text: '', parameters: {} };

/** The part of a form that is stored. */
export const persistedForm = ({ text, model, parameters, extra, inputs, attempt }: Form): Form => ({
  text,
  model,
  parameters,
  extra,
  inputs,
  attempt,
});

/** An input of a form: a file that the core has stored. */
export interface FormInput {
  readonly role: InputRole;
  readonly file: AddedFile;
  readonly from?: InputOrigin;
}
