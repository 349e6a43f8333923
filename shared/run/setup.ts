/** The settings of a request, by its modality: the one value that forms, columns, batches and presets hold. */
import type { Extra } from '../extra/field-names';
import type { MediaModality, ModalityId, ParameterValues } from '../modalities/modalities';
import type { RunSettings } from './chat-settings';

export interface ChatSetup {
  readonly modality: 'chat';
  readonly settings: RunSettings;
}

export interface MediaSetup {
  readonly modality: MediaModality;
  readonly parameters: ParameterValues;
  /** Fields of the request body beyond those of the form. */
  readonly extra: Extra;
}

export type Setup = ChatSetup | MediaSetup;

/** Nothing is set, so the defaults of the model apply. */
export const emptySetup = (modality: ModalityId): Setup =>
  modality === 'chat' ? { modality, settings: {} } : { modality, parameters: {}, extra: {} };

/** The fields of the request body beyond those of the form. */
export const extraOf = (setup: Setup): Extra | undefined =>
  setup.modality === 'chat' ? setup.settings.extra : setup.extra;

/** The settings alone of what has other fields beside them. */
export function setupOf(held: Setup): Setup {
  if (held.modality === 'chat') return { modality: 'chat', settings: held.settings };
  const { modality, parameters, extra } = held;
  return { modality, parameters, extra };
}
