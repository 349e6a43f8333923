import type { RunSettings } from '../../shared/run/chat-settings';

/** Equal whatever the order of their fields. */
export function sameSettings(one: RunSettings, other: RunSettings): boolean {
  return canonical(one) === canonical(other);
}

const canonical = (settings: RunSettings) =>
  JSON.stringify(
    Object.entries(settings)
      .filter(([, value]) => value !== undefined)
      .sort(([one], [other]) => one.localeCompare(other)),
  );
