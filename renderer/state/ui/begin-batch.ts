import type { BatchModality } from '../../../shared/batch';
import { addressOfBatch, NEW_BATCH } from './route';

let request: { readonly modality: BatchModality; readonly template: string } | null = null;

/** Opens the page where a prompt is run over a table; an empty text leaves what is prepared there. */
export function beginBatch(modality: BatchModality, template: string): void {
  request = { modality, template };
  location.hash = addressOfBatch(NEW_BATCH);
}

/** What the page was opened with; once. */
export function takeRequest(): typeof request {
  const taken = request;
  request = null;
  return taken;
}
