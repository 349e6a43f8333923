/** Which result is shown beside the image that it was made from. */
import { create } from 'zustand';

export const useBeforeAfter = create<{ readonly mediaId: string | null }>()(() => ({ mediaId: null }));

export const toggleBeforeAfter = (mediaId: string): void =>
  useBeforeAfter.setState((now) => ({ mediaId: now.mediaId === mediaId ? null : mediaId }));
