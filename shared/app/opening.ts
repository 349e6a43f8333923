/** What the system asked the app to open: shown for confirmation first, in every window. */
import type { ModalityId } from '../modalities/modalities';

/** Of the links that open in this app, without its colon. */
export const LINK_SCHEME = 'gatehouse';

export type OpenRequest = { readonly id: string } & (
  | { readonly kind: 'archive'; readonly archiveId: string; readonly fileName: string }
  | { readonly kind: 'prompt'; readonly tab: ModalityId; readonly text: string }
  | { readonly kind: 'profile'; readonly name: string; readonly baseUrl: string }
  /** `message` says why nothing can be opened, and what could. */
  | { readonly kind: 'refused'; readonly message: string }
);
