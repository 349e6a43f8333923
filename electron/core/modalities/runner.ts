import type { CallMeta, CallOptions, GatewayClient, MediaSource, RemoteJob } from '../../gateway/types';

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
