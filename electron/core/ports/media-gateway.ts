/** The gateway as jobs use it. */
import type { AccountBalance, CallOptions, ReportedCost } from '../../gateway/types/call';
import type { GatewayClient } from '../../gateway/types/client';
import type { BegunDownload } from './media-files';

export interface DownloadedResult {
  /** As declared. */
  readonly contentType: string | null;
  readonly sizeBytes: number | null;
  /** By which a later request can go on with it; `null` where it can't. */
  readonly validator: string | null;
  /** The place of the first of the pieces. */
  readonly fromByte: number;
  readonly pieces: AsyncIterable<Uint8Array>;
}

/** The client, and the download of results that a response only links to. The key is sent to the gateway alone. */
export interface MediaGateway extends GatewayClient {
  /** What is left in the account, in dollars; `null` where the gateway tells it in no call of its own. Free. */
  balance?(options?: CallOptions): Promise<Pick<AccountBalance, 'remaining' | 'used'> | null>;
  /** What one earlier call cost; `null` where the gateway doesn't tell. Free. */
  generationCost?(id: string, options?: CallOptions): Promise<ReportedCost | null>;
  download(
    url: string,
    options: { readonly signal: AbortSignal; readonly begun?: BegunDownload },
  ): Promise<DownloadedResult>;
}
