/**
 * Components whose code is loaded after the first screen.
 *
 * Not React's `lazy`: after a fallback was shown, React holds back what it waited for by up to 300 ms.
 */
import { type ComponentType, memo, useSyncExternalStore } from 'react';
import { afterFirstPaint, opened } from '../lib/first-paint';
import { untilLoaded } from '../lib/until-loaded';

/**
 * A component that renders once its code is there, and `Meanwhile` until then; again only where its properties change.
 * Mounting it loads the code, at the earliest after the first screen is painted, and it shows nothing before the
 * core has answered.
 *
 * @param load imports the module and picks the component; repeated until it succeeds
 * @param Meanwhile keeps the place of what follows, so that nothing moves
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Meanwhile: ComponentType = Nothing,
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
    if (!isAsked) afterFirstPaint(() => void ask());
    isAsked = true;
    return () => waiting.delete(notify);
  };
  return memo(function Later(props: Props) {
    const Shown = useSyncExternalStore(subscribe, () => Loaded);
    return Shown === null ? <Meanwhile /> : <Shown {...props} />;
  });
}

function Nothing() {
  return null;
}
