import { useEffect, useState } from 'react';
import { untilLoaded } from './until-loaded';

/** A hook for code that the first screen does without: `null` until it is wanted and there. */
export function laterCode<Code>(load: () => Promise<Code>): (isWanted: boolean) => Code | null {
  let loaded: Code | null = null;
  return function useLaterCode(isWanted) {
    const [code, setCode] = useState(() => loaded);
    useEffect(() => {
      if (!isWanted || code !== null) return;
      void untilLoaded(load).then((found) => {
        loaded = found;
        setCode(() => found);
      });
    }, [isWanted, code]);
    return code;
  };
}
