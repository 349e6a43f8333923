import { createContext, useContext } from 'react';

type Announce = (text: string) => void;

const nobodyListens: Announce = () => undefined;

/** How a primitive announces something to screen readers; the app provides its announcer here. */
export const AnnounceContext = createContext<Announce>(nobodyListens);

export const useAnnounce = (): Announce => useContext(AnnounceContext);
