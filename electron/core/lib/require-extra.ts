import { AppError } from '../../../shared/errors';
import type { Extra } from '../../../shared/extra/field-names';
import { formFieldsIn, whyNotExtra } from '../../../shared/extra/form-fields';
import type { ModalityId } from '../../../shared/modalities/modalities';

/**
 * Extra parameters name no field of the form: the form shows what is sent, and what it costs. Checked for every new
 * request; one that was sent before is sent again as it was, with its key, and priced as such.
 * @param field of the command, such as `settings.extra`
 * @throws AppError `invalid_input`, naming the field and what to do
 */
export function requireExtra(place: ModalityId, extra: Extra | undefined, field: string): void {
  const [name] = formFieldsIn(place, extra);
  if (name === undefined) return;
  const message = whyNotExtra(place, name);
  throw new AppError({ code: 'invalid_input', field: `${field}.${name}`, message });
}
