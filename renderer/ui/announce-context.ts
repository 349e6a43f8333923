import { createContext, useContext } from 'react';

type Announce = (text: string) => void;

const nobodyListens: Announce = () => undefined;

/** How a primitive says something to screen readers; the app puts its own announcer here. */
export const AnnounceContext = createContext<Announce>(nobodyListens);

export const useAnnounce = (): Announce => useContext(AnnounceContext);
