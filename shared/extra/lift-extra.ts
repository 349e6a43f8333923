/** Moves what belongs to the form out of extra parameters that were stored, or come from a file. */

import type { MediaModality, ModalityId, ParameterValues } from '../modalities/modalities';
import type { RunSettings } from '../run/chat-settings';
import type { Setup } from '../run/setup';
import type { Extra } from './field-names';
import { formFieldOf } from './form-fields';

export interface Lifted {
  /** Values for the form, by the ids of its fields. */
  readonly values: Readonly<Record<string, unknown>>;
  /** What stays, in its order; it still names fields of the form where the form doesn't take their values. */
  readonly extra: Extra;
}

/** The request stays the same: extra parameters were sent last, so what they say replaces what the form says. */
export function liftExtra(place: ModalityId, extra: Extra): Lifted {
  const values: Record<string, unknown> = {};
  const rest: [string, unknown][] = [];
  for (const [name, value] of Object.entries(extra)) {
    const field = formFieldOf(place, name);
    const read = field?.id == null ? undefined : field.read(value);
    // Two names of one field: the second stays, since only a person can say which one counts.
    const isTaken = field?.id != null && field.id in values && values[field.id] !== read;
    if (field?.id == null || read === undefined || isTaken) rest.push([name, value]);
    else values[field.id] = read;
  }
  return { values, extra: Object.fromEntries(rest) };
}

const isEmpty = (extra: Extra): boolean => Object.keys(extra).length === 0;
/** What is stored may be damaged: then there is nothing to move. */
const isNothing = (extra: Extra | undefined): extra is undefined =>
  typeof extra !== 'object' || extra === null || isEmpty(extra);

/** The same object where nothing is to be moved. */
export function liftRunSettings(settings: RunSettings): RunSettings {
  const { extra, ...own } = settings;
  if (isNothing(extra)) return settings;
  const lifted = liftExtra('chat', extra);
  if (isEmpty(lifted.values)) return settings;
  const rest = isEmpty(lifted.extra) ? {} : { extra: lifted.extra as RunSettings['extra'] };
  return { ...own, ...lifted.values, ...rest };
}

/** The same for the form of a modality. */
export function liftMedia<Held extends { readonly parameters: ParameterValues; readonly extra: Extra }>(
  modality: MediaModality,
  held: Held,
): Held {
  if (isNothing(held.extra)) return held;
  const { values, extra } = liftExtra(modality, held.extra);
  if (isEmpty(values)) return held;
  return { ...held, parameters: { ...held.parameters, ...(values as ParameterValues) }, extra };
}

/** The same for the settings of any modality. */
export function liftSetup<Held extends Setup>(held: Held): Held;
export function liftSetup(held: Setup): Setup {
  if (held.modality === 'chat') return { ...held, settings: liftRunSettings(held.settings) };
  return liftMedia(held.modality, held);
}
