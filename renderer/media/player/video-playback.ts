/** How videos play: the same for all of them, kept while the window is open. */
import { create } from 'zustand';

interface VideoPlayback {
  readonly rate: number;
  readonly isLooping: boolean;
}

export const useVideoPlayback = create<VideoPlayback>()(() => ({ rate: 1, isLooping: false }));
