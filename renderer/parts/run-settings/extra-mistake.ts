/** What is wrong with extra parameters, in words. */

import type { Extra } from '../../../shared/extra/field-names';
import { formFieldsIn, whyNotExtra } from '../../../shared/extra/form-fields';
import { limits } from '../../../shared/limits';
import type { ModalityId } from '../../../shared/modalities/modalities';
import { readJsonObject } from '../../lib/json-place';

export interface ExtraMistake {
  readonly message: string;
  /** The fields of the form among them, which can be moved there or removed. */
  readonly formFields: readonly string[];
}

/**
 * `null` where nothing is wrong.
 * @param text as typed, or the value in JSON
 */
export function extraMistake(place: ModalityId, text: string): ExtraMistake | null {
  const reading = readJsonObject(text);
  if (!reading.ok) {
    const { message, line, column } = reading.mistake;
    return { message: `Line ${line}, column ${column}: ${message}`, formFields: [] };
  }
  if (text.length > limits.extraParametersCharacters) return { message: 'Too long to send', formFields: [] };
  const formFields = formFieldsIn(place, reading.value as Extra);
  const [first] = formFields;
  return first === undefined ? null : { message: whyNotExtra(place, first), formFields };
}
