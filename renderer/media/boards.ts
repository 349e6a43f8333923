/** The user's commands for boards, and the boards as they are now. */
import type { Board } from '../../shared/media/boards';
import { call } from '../link/call';
import { saveFile } from '../parts/save-file';
import { announce, announceAnswer } from '../state/announce';
import { useCoreState } from '../state/core/core-state';
import { showProblem } from '../state/ui/problem';
import { offerUndo } from '../state/undo';
import { useAnswer } from '../state/use-answer';
import { countText } from './remove-media';

/** By their names; read again with each change. `null` until they are known. */
export function useBoards(): readonly Board[] | null {
  const boardNews = useCoreState((state) => state.boardNews);
  // What is deleted or restored is counted otherwise.
  const total = useCoreState(({ library }) => library?.total);
  const round = useCoreState((state) => state.round);
  return useAnswer(() => call('boards.list', {}), [boardNews, total, round]).value;
}

/** On which boards results are; `null` until that is known. */
export function useBoardsOf(mediaIds: readonly string[]) {
  const boardNews = useCoreState((state) => state.boardNews);
  const ask = mediaIds.length === 0 ? null : () => call('boards.of', { mediaIds: [...mediaIds] });
  return useAnswer(ask, [boardNews, mediaIds.join()]).value;
}

/** @returns its id; `null` where it could not be made */
export async function createBoard(name: string): Promise<string | null> {
  const id = crypto.randomUUID();
  const answer = await call('boards.create', { id, name: name.trim() });
  if (answer.ok) return id;
  showProblem('Couldn’t create the board', answer.error);
  return null;
}

/** @returns whether they are on it */
export async function addToBoard(
  { id, name }: Pick<Board, 'id' | 'name'>,
  ids: readonly string[],
): Promise<boolean> {
  const answer = await call('boards.add', { id, mediaIds: [...ids] });
  if (answer.ok) announce(`${countText(ids.length)} added to ${name}`);
  else showProblem('Couldn’t add to the board', answer.error);
  return answer.ok;
}

/** @returns whether they are off it */
export async function takeOffBoard(
  { id, name }: Pick<Board, 'id' | 'name'>,
  ids: readonly string[],
): Promise<boolean> {
  const answer = await call('boards.take', { id, mediaIds: [...ids] });
  if (answer.ok) announce(`${countText(ids.length)} taken off ${name}`);
  else showProblem('Couldn’t take off the board', answer.error);
  return answer.ok;
}

/** Its results stay. */
export async function removeBoard({ id, name }: Board): Promise<void> {
  const answer = await call('boards.remove', { id });
  announceAnswer(answer, `${name} deleted`);
  if (answer.ok)
    offerUndo({ text: `Board ${name} deleted`, undo: () => call('boards.restore', { id }), place: 'top' });
}

/** @returns whether it was saved */
export async function exportBoard(
  { id }: Board,
  options: { readonly withOrigins: boolean; readonly withCosts: boolean },
): Promise<boolean> {
  const answer = await call('boards.export', { id, ...options });
  if (!answer.ok) {
    showProblem('Couldn’t export the board', answer.error);
    return false;
  }
  const { exportId, files, missing } = answer.value;
  const refused = await saveFile({ part: 'export', id: exportId, fileName: 'gatehouse-export.zip' });
  if (refused !== null) showProblem('Couldn’t save the page', refused);
  else announce(`${countText(files)} packed${missing === 0 ? '' : `, ${missing} missing`}`);
  return refused === null;
}

// Results that are dragged inside the window.

const dragType = 'application/x-gatehouse-results';

export const beginDrag = (data: DataTransfer, ids: readonly string[]): void => {
  data.setData(dragType, JSON.stringify(ids));
  data.effectAllowed = 'copy';
};

export const isDraggedResult = (data: DataTransfer): boolean => data.types.includes(dragType);

/** Another page may have written anything. */
export function draggedResults(data: DataTransfer): readonly string[] {
  try {
    const ids: unknown = JSON.parse(data.getData(dragType));
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}
