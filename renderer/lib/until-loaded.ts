import { useEffect, useState } from 'react';

/** How long to wait before code that could not be loaded is asked for again, such as while the host restarts. */
const retryMs = 1_000;

/** What is typed is saved by then; and a page that fails again is not reloaded all the time. */
const quietMs = 1_000;
const shortestLifeMs = 4_000;

/** Whether the app's own host answers: whatever else took its address would fill the page with its own. */
let isHostThere = false;

/** Code that failed to load may be loaded by a new start of the page, or not. */
export function allowReload(isAllowed: boolean): void {
  isHostThere = isAllowed;
}

let typedAt = 0;
globalThis.addEventListener?.('keydown', ({ timeStamp }) => {
  typedAt = timeStamp;
});

/**
 * Loads code that the page works without until it is there; asks again until it succeeds, and never rejects. Chromium
 * (150) remembers for the life of a page that a module could not be fetched, so once it can be, the page is reloaded.
 */
export async function untilLoaded<Module>(load: () => Promise<Module>): Promise<Module> {
  for (let isThere = false; ; ) {
    try {
      return await load();
    } catch (error) {
      const now = performance.now();
      if (isThere && isHostThere && now > shortestLifeMs && now - typedAt > quietMs) location.reload();
      await new Promise((resolve) => setTimeout(resolve, retryMs));
      isThere = await canBeFetched(error);
    }
  }
}

/** The message ends in the address of the module or of its styles; an error of the module itself names none. */
async function canBeFetched(error: unknown): Promise<boolean> {
  const [address] = /\w+:\S+\.(?:js|css)$/.exec(String(error)) ?? [];
  return (
    address !== undefined &&
    fetch(address).then(
      ({ ok }) => ok,
      () => false,
    )
  );
}

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
