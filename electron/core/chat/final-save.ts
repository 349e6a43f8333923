import { createDurableSave } from '../lib/durable-save';
import type { Notices } from '../notices/notices';
import type { Ports } from '../ports/ports';
import type { TurnEnd } from './turn';

const NOTICE = 'storage';

export interface FinalSave {
  /** Called when a save failed. */
  onFailed(error: unknown): void;
  /** Stores how a reply ended together with its ledger row. Waits for the disk, but not when the app closes. */
  store(end: TurnEnd): Promise<void>;
  /** Runs any work on the database until it succeeds. @throws where the app closes first */
  persist<Result>(work: () => Result): Promise<Result>;
  close(): void;
}

/** A full disk ends no reply: its text stays in memory and is saved as soon as the disk accepts it. */
export function createFinalSave(ports: Ports, notices: Notices): FinalSave {
  const { describeError } = ports;
  const show = ({ message }: { message: string }) =>
    notices.show({
      id: NOTICE,
      level: 'error',
      title: 'Couldn’t save a reply',
      message: `${message} The text is kept in memory and saved as soon as the disk accepts it.`,
    });
  const save = createDurableSave(ports, { onRefused: show });
  return {
    onFailed: (error) => show(describeError(error)),
    async store(end) {
      try {
        const isStored = await save.store(end.write);
        if (isStored) notices.dismiss(NOTICE);
      } catch (error) {
        show(describeError(error));
      }
    },
    persist: save.persist,
    close: save.close,
  };
}
