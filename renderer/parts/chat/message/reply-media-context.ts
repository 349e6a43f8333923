import { type ComponentType, createContext } from 'react';

/** Shows the media of a reply. The component for results is above this layer, so the app passes it in. */
export const ReplyMediaContext = createContext<ComponentType<{ jobIds: readonly string[] }>>(() => null);
