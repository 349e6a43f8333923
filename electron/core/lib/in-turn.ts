/** Runs the work on one thing after the other, in the order asked for; work on other things goes on meanwhile. */
export type InTurn = <Result>(id: string, work: () => Promise<Result>) => Promise<Result>;

export function createTurns(): InTurn {
  const last = new Map<string, Promise<unknown>>();
  return async (id, work) => {
    const before = last.get(id);
    const own = (async () => {
      await before?.catch(() => undefined);
      return await work();
    })();
    last.set(id, own);
    try {
      return await own;
    } finally {
      if (last.get(id) === own) last.delete(id);
    }
  };
}
