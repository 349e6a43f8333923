/**
 * What the client of a gateway offers: the nine operations of the interface under its own names, and texts as vectors.
 *
 * Only types: the core imports these, never the client itself.
 */
import type { GatewayId } from '../../../shared/gateways/gateways';
import type { CallMeta, CallOptions, GatewayFailure } from './call';
import type { ChatParams, ChatResult, ChatStream } from './chat';
import type { EmbeddingsParams, EmbeddingsResult } from './embeddings';
import type { JobList, JobListParams, RemoteJob, WaitOptions } from './jobs';
import type { ImageParams, MediaOptions, SpeechParams, VideoParams } from './media';
import type { ImageResult, SpeechResult } from './media-results';

/** Pricing and capabilities as the record holds them; their inside is read by `gateway/parse/catalogue.ts`. */
export interface ModelRecord {
  readonly id: string;
  readonly ownedBy: string | null;
  /** Seconds since the epoch, as OpenAI's shape has it. */
  readonly created: number | null;
  readonly pricing: unknown;
  readonly capabilities: unknown;
  readonly raw: unknown;
}

export interface ModelList {
  readonly models: readonly ModelRecord[];
  /** The kind of gateway that the reply gives away; `null` where it doesn't. */
  readonly gateway: GatewayId | null;
  /** Why the list ends before its last page; `null` where it is whole. */
  readonly unread: GatewayFailure | null;
  readonly meta: CallMeta;
}

export interface GatewayClient {
  readonly chat: {
    readonly completions: {
      create(params: ChatParams & { readonly stream: true }, options?: CallOptions): Promise<ChatStream>;
      create(params: ChatParams & { readonly stream?: false }, options?: CallOptions): Promise<ChatResult>;
    };
  };
  /** Beside the nine, where a gateway has it. */
  readonly embeddings: {
    create(params: EmbeddingsParams, options?: CallOptions): Promise<EmbeddingsResult>;
  };
  readonly images: {
    readonly generations: {
      create(params: ImageParams, options?: CallOptions & MediaOptions): Promise<ImageResult>;
    };
  };
  readonly audio: {
    readonly speech: { create(params: SpeechParams, options?: CallOptions): Promise<SpeechResult> };
  };
  readonly videos: {
    readonly generations: {
      create(params: VideoParams, options?: CallOptions & MediaOptions): Promise<RemoteJob>;
      createAndWait(params: VideoParams, options?: WaitOptions): Promise<RemoteJob>;
    };
  };
  readonly jobs: {
    retrieve(id: string, options?: CallOptions): Promise<RemoteJob>;
    list(params?: JobListParams, options?: CallOptions): Promise<JobList>;
  };
  readonly models: {
    list(options?: CallOptions): Promise<ModelList>;
    retrieve(id: string, options?: CallOptions): Promise<ModelRecord & { readonly meta: CallMeta }>;
  };
}
