import { type Modality, type ModalityId, modalities, type ParameterValues } from '../../../shared/modalities';
import type { CallMeta, CallOptions, GatewayClient, MediaSource, RemoteJob } from '../../gateway/types';
import { image } from './image';
import { speech } from './speech';
import { video } from './video';

/** A gateway's answer to being asked: the results themselves, or a job to follow. */
export type Asked =
  | { readonly kind: 'done'; readonly sources: readonly MediaSource[]; readonly meta: CallMeta }
  | { readonly kind: 'remote'; readonly job: RemoteJob };

/** A stretch of the text, as its first and last character's place. */
export interface TextPart {
  readonly start: number;
  readonly end: number;
}

/** How one modality asks the gateway. */
export interface ModalityRunner {
  /** One part for each call it takes. */
  split(text: string): readonly TextPart[];
  ask(client: GatewayClient, body: RequestBody, options: CallOptions): Promise<Asked>;
}

export type RequestBody = { readonly model: string } & Readonly<Record<string, unknown>>;

export const runners: Readonly<Record<ModalityId, ModalityRunner>> = { image, speech, video };

/** The body of a call: what was set, under the names of the wire; the person's extra parameters come last and win. */
export function requestBody(
  id: ModalityId,
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
  return { model, [modality.text.wire]: text, ...Object.fromEntries(set), ...extra };
}
