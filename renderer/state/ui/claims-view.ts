/** What a dropped file says of itself, while it is shown. */
import { create } from 'zustand';
import type { FileClaim } from '../../../shared/media/claims';

export interface ClaimedFile {
  readonly fileName: string;
  readonly claims: readonly FileClaim[];
}

export const useClaimsView = create<{ readonly file: ClaimedFile | null }>()(() => ({ file: null }));

export const openClaims = (file: ClaimedFile): void => useClaimsView.setState({ file });
export const closeClaims = (): void => useClaimsView.setState({ file: null });
