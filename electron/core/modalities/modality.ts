import {
  GATEWAY_CHOICE,
  type MediaModality,
  type Modality,
  modalities,
  type ParameterValues,
} from '../../../shared/modalities/modalities';
import { image } from './image';
import type { ModalityRunner, RequestBody } from './runner';
import { speech } from './speech';
import { video } from './video';

export const runners: Readonly<Record<MediaModality, ModalityRunner>> = { image, speech, video };

/**
 * The body of a call, from which it is also priced (`credits/priced-request.ts`): the fields that were set, under their
 * wire names; without a model or a text where the gateway chooses. Extra parameters come last: what earlier versions
 * stored of them replaces what the form says, and is priced so.
 */
export function requestBody(
  id: MediaModality,
  {
    model,
    text,
    parameters,
    extra,
  }: { model: string; text: string; parameters: ParameterValues; extra: Readonly<Record<string, unknown>> },
): RequestBody {
  const modality: Modality = modalities[id];
  const set = modality.parameters.flatMap(({ id: name, wire }) => {
    const value = parameters[name];
    return value === undefined ? [] : [[wire, value]];
  });
  const isNamed = !(modality.isOptional && model === GATEWAY_CHOICE);
  const hasText = !(modality.isOptional && text === '');
  return {
    ...(isNamed && { model }),
    ...(hasText && { [modality.text.wire]: text }),
    ...Object.fromEntries(set),
    ...extra,
  };
}
