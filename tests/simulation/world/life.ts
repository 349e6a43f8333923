/** One run of the app, from its start until it is closed or killed. */

/** Thrown into a run that has just been killed; nothing it then does reaches the world. */
export class Killed extends Error {
  constructor() {
    super('The process was killed');
  }
}

export interface Life {
  readonly number: number;
  isAlive: boolean;
  /** Calls to disk, database, keychain and network so far: each is a point at which the process may die. */
  operations: number;
  /** Dies at this operation; `null` where nothing of the kind is planned. */
  diesAt: number | null;
  /** Releases what the operating system frees after a process has ended. */
  readonly onDeath: Set<() => void>;
  readonly died: Promise<void>;
  end(): void;
}

export function createLife(number: number): Life {
  let resolve = () => {};
  const died = new Promise<void>((done) => {
    resolve = done;
  });
  const life: Life = {
    ...{ number, isAlive: true, operations: 0, diesAt: null, onDeath: new Set(), died },
    end() {
      if (!life.isAlive) return;
      life.isAlive = false;
      for (const letGo of life.onDeath) letGo();
      life.onDeath.clear();
      resolve();
    },
  };
  return life;
}
