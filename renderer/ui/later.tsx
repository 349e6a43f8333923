/**
 * Components whose code is loaded after the first screen.
 *
 * React alone, after a fallback was shown, holds back what it waited for by up to 300 ms: neither `later` nor the
 * `Suspense` below does.
 */
import {
  type ComponentType,
  memo,
  Suspense as ReactSuspense,
  lazy as reactLazy,
  type SuspenseProps,
  useSyncExternalStore,
} from 'react';
import { afterFirstMessages, afterFirstPaint, opened } from '../lib/first-paint';
import { untilLoaded } from '../lib/until-loaded';
import { Guard } from './guard';

/**
 * A component that renders once its code is there, and `Meanwhile` until then; again only where its properties change.
 * Mounting it loads the code, at the earliest once the messages of the first screen are painted, and it shows nothing
 * before the core has answered. What throws while it is drawn takes nothing else with it.
 *
 * @param load imports the module and picks the component; repeated until it succeeds
 * @param Meanwhile keeps the place of what follows, so that nothing moves
 * @param whenAllowed calls back when the code may be loaded
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Meanwhile: ComponentType = Nothing,
  whenAllowed = afterFirstMessages,
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | null = null;
  let isAsked = false;
  const waiting = new Set<() => void>();
  const ask = async (): Promise<void> => {
    const component = await untilLoaded(load);
    await opened;
    Loaded = component;
    for (const notify of waiting) notify();
  };
  const subscribe = (notify: () => void) => {
    waiting.add(notify);
    if (!isAsked) whenAllowed(() => void ask());
    isAsked = true;
    return () => waiting.delete(notify);
  };
  return memo(function Later(props: Props) {
    const Shown = useSyncExternalStore(subscribe, () => Loaded);
    if (Shown === null) return <Meanwhile />;
    return (
      <Guard>
        <Shown {...props} />
      </Guard>
    );
  });
}

/** The same for the messages themselves: loaded once the first screen is painted. */
export const firstLater = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Meanwhile?: ComponentType,
): ComponentType<Props> => later(load, Meanwhile, afterFirstPaint);

function Nothing() {
  return null;
}

let loads = 0;
const boundaries = new Set<() => void>();

/** React's `lazy`, which asks again until the code is there: React takes the whole page down if it never comes. */
export const lazy: typeof reactLazy = (load) =>
  reactLazy(() => {
    const code = untilLoaded(load);
    // React, which waits for the same promise, knows of the code by then.
    void code.then(() =>
      queueMicrotask(() => {
        loads += 1;
        for (const draw of boundaries) draw();
      }),
    );
    return code;
  });

const follow = (draw: () => void) => {
  boundaries.add(draw);
  return () => boundaries.delete(draw);
};

/** React's `Suspense`, drawn at once when the code it waits for is there: an update of its own isn't held back. */
export function Suspense(props: SuspenseProps) {
  useSyncExternalStore(follow, () => loads);
  return <ReactSuspense {...props} />;
}
