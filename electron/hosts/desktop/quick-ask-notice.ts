import type { Notice } from '../../../shared/contract';

/** What is said where the system doesn't give out the key, with the way that is left. */
export function refusedNotice(key: string, env: Readonly<Record<string, string | undefined>>): Notice {
  const isWayland = env.XDG_SESSION_TYPE === 'wayland';
  return {
    id: 'quick-ask-key',
    level: 'warning',
    title: `${key} can’t be used for quick ask.`,
    message: isWayland
      ? 'Under Wayland only the desktop itself can give out global keys. Add a shortcut in its settings that runs “gatehouse --quick-ask”.'
      : 'Another program may use it. Choose another key in Settings, or open quick ask from the menu.',
  };
}
