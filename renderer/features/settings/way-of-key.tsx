/** What a key passes on its way to the gateway, said before it is saved: a page gone wrong may have set it before. */
import { useState } from 'react';
import type { NetworkSettings } from '../../../shared/profiles/network';
import { useCoreState } from '../../state/core/core-state';

interface WayOfKey {
  /** As the end of “The key will pass …”; `null` where it goes straight. */
  readonly way: string | null;
  /** Where the host has no dialog of its own, the first press on Save only asks. */
  readonly isAsking: boolean;
  /** @returns whether to go on; else the question is on the screen now */
  confirm(): boolean;
  done(): void;
}

/** @param profileId `null` for a profile that is being created */
export function useWayOfKey(profileId: string | null): WayOfKey {
  const [asked, setAsked] = useState<string | null>(null);
  const isBrowser = useCoreState(({ app }) => app?.host === 'browser');
  const network = useCoreState(
    ({ app }) => app?.settings.networks[profileId ?? ''] ?? app?.settings.network ?? null,
  );
  const way = network && wayText(network);
  const isAsking = way !== null && asked === way;
  return {
    way,
    isAsking,
    confirm() {
      if (way === null || !isBrowser || isAsking) return true;
      setAsked(way);
      return false;
    },
    done: () => setAsked(null),
  };
}

/** `the proxy http://proxy.example:8080`; the proxy of the system is the person's own choice. */
function wayText({ proxy, authorities }: NetworkSettings): string | null {
  const parts = [
    ...('url' in proxy ? [`the ${proxy.kind === 'pac' ? 'proxy script' : 'proxy'} ${proxy.url}`] : []),
    ...(authorities === null ? [] : [`servers trusted through “${authorities.name}”`]),
  ];
  return parts.length === 0 ? null : parts.join(' and ');
}

export function WayNote({ way: { way, isAsking } }: { way: WayOfKey }) {
  if (way === null) return null;
  return (
    <p role={isAsking ? 'alert' : undefined} className="break-words text-warn">
      The key will pass {way}.{' '}
      {isAsking && 'Whoever runs it could read the key. Save it only if you set this yourself.'}
    </p>
  );
}
