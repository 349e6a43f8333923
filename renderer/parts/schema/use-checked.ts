import { useEffect, useRef, useState } from 'react';
import type { Checked, CheckRequest } from './check-worker';
import { type Checker, createChecker } from './checker';

/** What the newest text came to; `null` until it is known. While one is being checked, only the newest after it waits. */
export function useChecked({ text, schema, isWhole }: Omit<CheckRequest, 'id'>): Checked | null {
  const [checked, setChecked] = useState<Checked | null>(null);
  const checker = useRef<Checker | null>(null);
  useEffect(() => {
    checker.current ??= createChecker((found) => setChecked(found));
    checker.current.ask({ text, schema, isWhole });
  }, [text, schema, isWhole]);
  useEffect(
    () => () => {
      checker.current?.end();
      checker.current = null;
    },
    [],
  );
  return checked;
}
