/** What is stored of what was made from what. */
import type { FailedTake } from '../../../shared/media/lineage';
import type { MediaItem } from '../../../shared/media/media';
import type { MediaModality } from '../../../shared/modalities/modalities';
import type { Cost } from '../../../shared/money/cost';
import type { InputRole } from '../../../shared/run/input-roles';
import type { InputOrigin, JobInput } from '../../../shared/run/inputs';

/** A request as far as a lineage needs it. */
export interface LineageJob {
  readonly id: string;
  readonly modality: MediaModality;
  readonly model: string;
  readonly prompt: string;
  readonly createdAt: number;
  /** Of all its results; of a chat reply, of all that came with the reply. */
  readonly cost: Cost | null;
  /** How many results share this cost. */
  readonly results: number;
  /** The reply that it came with; `null` for a request of its own. */
  readonly messageId: string | null;
}

/** A result that was made with another one as its input; it may be deleted. */
export interface MadeResult extends InputOrigin {
  readonly role: InputRole;
}

export interface LineageStore {
  job(id: string): LineageJob | undefined;
  inputsOf(jobId: string): readonly JobInput[];
  /** Results, whether in the library, in the trash or deleted with something made from them. */
  madeFrom(origin: InputOrigin): readonly MadeResult[];
  /** The same for a file that is no copy of a result. */
  madeFromFile(fileId: string): readonly MadeResult[];
  /** Requests made from a result that failed, and were charged or may have been. */
  failedFrom(origin: InputOrigin): readonly FailedTake[];
  /** The same for a file that is no copy of a result. */
  failedFromFile(fileId: string): readonly FailedTake[];
  result(id: string): { readonly item: MediaItem; readonly isTrashed: boolean } | undefined;
  /** All that came with a reply. */
  resultsOfReply(messageId: string): readonly InputOrigin[];
  /** Files of its chat that the media of a reply were made from. */
  inputsOfReply(messageId: string): readonly JobInput[];
  reply(messageId: string): { readonly conversationId: string; readonly title: string } | undefined;
}
