import { type ComponentType, createContext } from 'react';

/** Shows what came with a reply besides its text. What shows results is above this layer, so the app hands it in. */
export const ReplyMediaContext = createContext<ComponentType<{ jobIds: readonly string[] }>>(() => null);
