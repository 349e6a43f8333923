/** The form of one kind of job: what a person is about to make. */
import type { AppErrorData } from '../../../shared/errors';
import type { ParameterValues } from '../../../shared/modalities';

export type Extra = Readonly<Record<string, never>> | undefined;

export interface Form {
  readonly text: string;
  readonly model?: string;
  /** As chosen; what the model does not offer stays here, but is not sent. */
  readonly parameters: ParameterValues;
  readonly extra?: Extra;
  /** The id minted for exactly this request; kept until the core accepted it, so that a retry makes nothing twice. */
  readonly attempt?: { readonly id: string; readonly request: string };
  /** As it was found when the page was opened: nobody has touched it since. */
  readonly isFound?: true;
  readonly sending?: boolean;
  /** Why the last attempt was refused. */
  readonly error?: AppErrorData;
}

export const emptyForm: Form = { text: '', parameters: {} };

/** What of a form outlives the page. */
export const persistedForm = ({ text, model, parameters, extra, attempt }: Form): Form => ({
  ...{ text, model, parameters, extra, attempt },
});
