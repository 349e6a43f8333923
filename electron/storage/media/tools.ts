import type { MediaTools } from './library-files';

/** The libraries behind the media files. */
export const mediaTools: MediaTools = {
  embed: async () => undefined,
  join: async () => {
    throw new Error('not yet');
  },
  thumbnail: async () => false,
  zip: async () => {
    throw new Error('not yet');
  },
};
