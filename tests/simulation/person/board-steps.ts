/** What the person does with boards: what is on them stays on them, whatever happens to the app. */
import type { Run } from '../run-state';
import type { Random } from '../world/random';
import { ask, describe, read } from './call';
import type { Act } from './step';

async function anyBoard(run: Run, random: Random) {
  const boards = await read(run, 'boards.list', {});
  const known = [...(boards ?? [])].sort((one, other) => (one.id < other.id ? -1 : 1));
  return known.length === 0 ? null : random.pick(known);
}

async function someMedia(run: Run, random: Random): Promise<readonly string[]> {
  const page = await read(run, 'library.page', { cursor: null, limit: 100, filter: {} });
  const ids = (page?.items ?? []).map(({ id }) => id).sort();
  return ids.filter(() => random.chance(0.6));
}

const make: Act = async (run, random, id) => {
  const boardId = random.uuid();
  const input = { id: boardId, name: `Board ${id}` };
  const [answer] = await Promise.all([
    ask(run, 'boards.create', input),
    random.chance(0.2) ? ask(run, 'boards.create', input) : null,
  ]);
  if (answer.is === 'ok') run.memory.boards.set(boardId, new Set());
  return `makes a board: ${describe(answer)}`;
};

const fill: Act = async (run, random) => {
  const board = await anyBoard(run, random);
  const mediaIds = await someMedia(run, random);
  if (board === null || mediaIds.length === 0) return 'has nothing to put on a board';
  const answer = await ask(run, 'boards.add', { id: board.id, mediaIds: [...mediaIds] });
  const known = run.memory.boards.get(board.id);
  if (answer.is === 'ok') for (const one of mediaIds) known?.add(one);
  return `puts ${mediaIds.length} on ${board.name}: ${describe(answer)}`;
};

const take: Act = async (run, random) => {
  const board = await anyBoard(run, random);
  const known = board && run.memory.boards.get(board.id);
  if (!known || known.size === 0) return 'has nothing to take off a board';
  const one = random.pick([...known].sort());
  // Whether it is still there is in doubt until the answer comes, and where none comes.
  known.delete(one);
  const answer = await ask(run, 'boards.take', { id: board.id, mediaIds: [one] });
  if (answer.is === 'refused') known.add(one);
  return `takes one off ${board.name}: ${describe(answer)}`;
};

const remove: Act = async (run, random) => {
  const board = await anyBoard(run, random);
  if (board === null) return 'has no board to delete';
  run.memory.removed.add(board.id);
  const answer = await ask(run, 'boards.remove', { id: board.id });
  if (answer.is !== 'ok' || random.chance(0.5)) return `deletes ${board.name}: ${describe(answer)}`;
  const back = await ask(run, 'boards.restore', { id: board.id });
  if (back.is === 'ok') run.memory.removed.delete(board.id);
  return `deletes ${board.name} and takes it back: ${describe(back)}`;
};

const page: Act = async (run, random) => {
  const board = await anyBoard(run, random);
  if (board === null) return 'has no board to export';
  const input = { id: board.id, withOrigins: random.chance(0.5), withCosts: random.chance(0.5) };
  return `exports ${board.name}: ${describe(await ask(run, 'boards.export', input))}`;
};

export const boardSteps = {
  board: make,
  'fill-board': fill,
  'take-off-board': take,
  'delete-board': remove,
  'export-board': page,
} satisfies Record<string, Act>;
