/** The user's commands for boards. */
import type { CheckedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import { type Board, boardLimits } from '../../../shared/media/boards';
import { type Handlers, nothing } from '../dispatch';
import type { EventBus } from '../events';
import type { Ports } from '../ports/ports';
import { boardPage, nameInPage } from './board-page';
import type { Library } from './library';

export function boardHandlers(ports: Ports, events: EventBus, library: Library) {
  const boards = createBoards(ports, events);
  return {
    'boards.list': () => ports.storage.boards.list(),
    'boards.of': ({ mediaIds }) => boards.of(mediaIds),
    'boards.create': (input) => nothing(boards.create(input)),
    'boards.rename': (input) => nothing(boards.rename(input)),
    'boards.remove': ({ id }) => nothing(boards.remove(id)),
    'boards.restore': ({ id }) => nothing(boards.restore(id)),
    'boards.add': (input) => nothing(boards.add(input)),
    'boards.take': (input) => nothing(boards.take(input)),
    'boards.export': ({ id, ...options }) => {
      const { name } = boards.find(id);
      const items = ports.storage.boards.items(id);
      return library.exports.page(items, {
        nameOf: (item, at) => nameInPage(item, at, options),
        pageOf: (files) => boardPage(name, files, options),
      });
    },
  } satisfies Partial<Handlers>;
}

function createBoards({ storage, clock }: Pick<Ports, 'storage' | 'clock'>, events: EventBus) {
  const { boards, media } = storage;
  const changed = () => events.emit({ type: 'boards.changed' });
  const find = (id: string): Board => {
    const board = boards.get(id);
    if (board !== undefined) return board;
    throw new AppError({ code: 'not_found', message: 'This board no longer exists.' });
  };
  return {
    find,
    of(mediaIds: readonly string[]) {
      const wanted = new Set(mediaIds);
      const counts = boards.countsOf([...wanted]);
      const all = counts.filter(({ count }) => count === wanted.size).map(({ id }) => id);
      return { all, some: counts.map(({ id }) => id).filter((id) => !all.includes(id)) };
    },
    create({ id, name }: CheckedInput<'boards.create'>) {
      if (boards.get(id) !== undefined) return;
      if (boards.list().length >= boardLimits.boards)
        throw new AppError({
          code: 'invalid_input',
          field: 'name',
          message: `There are ${boardLimits.boards} boards, the most there can be. Delete some first.`,
        });
      boards.put(id, name, clock.now());
      changed();
    },
    rename({ id, name }: CheckedInput<'boards.rename'>) {
      boards.put(find(id).id, name, clock.now());
      changed();
    },
    remove(id: string) {
      boards.setRemoved(find(id).id, clock.now());
      changed();
    },
    restore(id: string) {
      boards.setRemoved(id, null);
      find(id);
      changed();
    },
    add({ id, mediaIds }: CheckedInput<'boards.add'>) {
      const { count } = find(id);
      const present = mediaIds.filter((one) => media.get(one) && !media.isRemoved(one));
      if (present.length === 0)
        throw new AppError({ code: 'not_found', message: 'This file is no longer in the library.' });
      if (count + present.length > boardLimits.results)
        throw new AppError({
          code: 'invalid_input',
          field: 'mediaIds',
          message: `A board holds up to ${boardLimits.results.toLocaleString('en')} results.`,
        });
      boards.add(id, present, clock.now());
      changed();
    },
    take({ id, mediaIds }: CheckedInput<'boards.take'>) {
      boards.take(find(id).id, mediaIds);
      changed();
    },
  };
}
