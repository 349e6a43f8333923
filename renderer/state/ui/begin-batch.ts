import type { ModalityId } from '../../../shared/modalities/modalities';
import { goTo } from './navigation';
import { addressOfBatch, NEW_BATCH } from './route';

let request: { readonly modality: ModalityId; readonly template: string } | null = null;

/** Opens the batch page with a prompt; an empty text keeps the draft there. */
export function beginBatch(modality: ModalityId, template: string): void {
  request = { modality, template };
  goTo(addressOfBatch(NEW_BATCH));
}

/** The text that the page was opened with; returned once. */
export function takeRequest(): typeof request {
  const taken = request;
  request = null;
  return taken;
}
