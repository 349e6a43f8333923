/** Which result's lineage is open. Apart from the board, which is loaded when one opens. */
import { create } from 'zustand';

export const useLineageView = create<{ readonly mediaId: string | null }>()(() => ({ mediaId: null }));

export const openLineage = (mediaId: string): void => useLineageView.setState({ mediaId });
export const closeLineage = (): void => useLineageView.setState({ mediaId: null });
