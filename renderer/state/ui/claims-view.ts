/** What a dropped file says of itself: while it is shown, and of inputs of a form until it is asked for. */
import { create } from 'zustand';
import type { FileClaim } from '../../../shared/media/claims';

export interface ClaimedFile {
  readonly fileName: string;
  readonly claims: readonly FileClaim[];
  /** It is an input of the form, which keeps its inputs. */
  readonly isInput?: true;
}

export const useClaimsView = create<{ readonly file: ClaimedFile | null }>()(() => ({ file: null }));

export const openClaims = (file: ClaimedFile): void => useClaimsView.setState({ file });
export const closeClaims = (): void => useClaimsView.setState({ file: null });

/** By the ids of stored files, from which such words are removed. */
export const useInputClaims = create<Readonly<Record<string, ClaimedFile>>>()(() => ({}));

export const noteInputClaims = (id: string, file: ClaimedFile): void =>
  useInputClaims.setState({ [id]: file });
