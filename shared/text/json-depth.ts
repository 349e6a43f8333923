/** Whether a JSON value is nested deeper than `levels`. Without recursion, since the stack is what it protects. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  let level = [value].filter(isContainer);
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > levels) return true;
    level = level.flatMap((item) => Object.values(item).filter(isContainer));
  }
  return false;
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;
