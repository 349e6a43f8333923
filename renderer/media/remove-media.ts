import { create } from 'zustand';
import type { AppErrorData } from '../../shared/errors';
import { call } from '../link/call';
import { announce } from '../state/announce';

interface RemovalState {
  /** What was deleted last and can still be brought back. */
  readonly removed: readonly string[];
  readonly error: AppErrorData | null;
}

export const useRemoval = create<RemovalState>()(() => ({ removed: [], error: null }));

const offeredMs = 12_000;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Deletes results with their files, and offers to undo it for a while. */
export async function removeMedia(ids: readonly string[]): Promise<void> {
  const answer = await call('media.remove', { ids: [...ids] });
  if (!answer.ok) return useRemoval.setState({ error: answer.error });
  useRemoval.setState({ removed: ids, error: null });
  announce(`${countText(ids.length)} deleted`);
  offerFor(offeredMs);
}

export async function undoRemoval(): Promise<void> {
  const { removed } = useRemoval.getState();
  if (removed.length === 0) return;
  const answer = await call('media.restore', { ids: [...removed] });
  if (!answer.ok) return useRemoval.setState({ error: answer.error });
  announce(`${countText(removed.length)} restored`);
  dropOffer();
}

/** The offer goes after a while, but not while the person is at it. */
export function offerFor(milliseconds: number | null): void {
  clearTimeout(timer);
  if (milliseconds !== null) timer = setTimeout(dropOffer, milliseconds);
}

export function dropOffer(): void {
  clearTimeout(timer);
  useRemoval.setState({ removed: [], error: null });
}

export const countText = (count: number) => (count === 1 ? '1 file' : `${count} files`);
