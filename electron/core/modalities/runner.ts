import type { ParameterValues } from '../../../shared/modalities/modalities';
import type { CallMeta, CallOptions } from '../../gateway/types/call';
import type { GatewayClient } from '../../gateway/types/client';
import type { RemoteJob } from '../../gateway/types/jobs';
import type { AnsweredSource, MediaOptions, ResultFacts } from '../../gateway/types/media';

/** A gateway's answer to a generation request: the results themselves, or a remote job to poll. */
export type MediaAnswer =
  | {
      readonly kind: 'done';
      readonly sources: readonly AnsweredSource[];
      /** Of each of the sources, in their order; absent where nothing is said. */
      readonly facts?: readonly ResultFacts[];
      readonly meta: CallMeta;
      /** All that was answered, without the key; absent where that was the result itself. */
      readonly answer?: (() => unknown) | undefined;
      /** Of a job that came with its results: by its id a list or a link finds that it is here and paid. */
      readonly remote?: Pick<RemoteJob, 'handle' | 'rawStatus'> | undefined;
    }
  | { readonly kind: 'remote'; readonly job: RemoteJob };

/** A job that came with its results has nothing to follow, and its gateway may not know it a moment later. */
export function ofJob(job: RemoteJob): MediaAnswer {
  const { status, outputs, facts, meta } = job;
  if (status !== 'completed' || outputs.length === 0) return { kind: 'remote', job };
  return { kind: 'done', sources: outputs, facts: outputs.map(() => facts), meta, remote: job };
}

/** A part of the text, as the positions of its first and last character. */
export interface TextPart {
  readonly start: number;
  readonly end: number;
}

/** How one modality sends its requests. */
export interface ModalityRunner {
  /** One part for each call that the text needs. */
  split(text: string, parameters: ParameterValues): readonly TextPart[];
  ask(client: GatewayClient, body: RequestBody, options: CallOptions & MediaOptions): Promise<MediaAnswer>;
}

export type RequestBody = Readonly<Record<string, unknown>>;
