/** Takes over extra parameters that nobody typed here: from a file, a result or a preset. */

import type { Extra } from '../../../shared/extra/field-names';
import { formFieldsIn } from '../../../shared/extra/form-fields';
import { liftExtra } from '../../../shared/extra/lift-extra';
import type { ModalityId } from '../../../shared/modalities/modalities';
import { setExtraText, setFilledExtra } from '../../state/ui/ui-state';

interface Source {
  readonly place: ModalityId;
  /** The key of the chat or form. */
  readonly key: string;
  readonly extra: Extra | undefined;
  /** Such as `the dropped file`. */
  readonly from: string;
  /** Nothing is sent with them before the person has agreed. */
  readonly isHeld?: boolean;
}

interface Taken {
  /** Values for the fields of the form, by their ids. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly extra: Extra | undefined;
}

/**
 * Moves what belongs to the form there, leaves out what the form doesn't take, and shows the rest as filled in.
 */
export function fillExtra({ place, key, extra = {}, from, isHeld }: Source): Taken {
  const lifted = liftExtra(place, extra);
  const left = formFieldsIn(place, lifted.extra);
  const rest = Object.fromEntries(Object.entries(lifted.extra).filter(([name]) => !left.includes(name)));
  const hasRest = Object.keys(rest).length > 0;
  setExtraText(key, null);
  const isShown = hasRest || left.length > 0;
  setFilledExtra(key, isShown ? { from, left, ...(isHeld && hasRest && { isHeld }) } : null);
  return { values: lifted.values, extra: hasRest ? rest : undefined };
}
