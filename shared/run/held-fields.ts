/**
 * What an imported chat would send beside the form, kept apart: it counts, and costs, only once a person who sees it agrees.
 */
import type { RunSettings } from './chat-settings';

/** Settings of a chat that comes from elsewhere; the same object where it sends nothing beside the form. */
export function holdFields(settings: RunSettings): RunSettings {
  const { extra, written, held, ...own } = settings;
  if (extra === undefined && written === undefined) return settings;
  return {
    ...own,
    held: { ...held, ...(extra && { extra: { ...held?.extra, ...extra } }), ...(written && { written }) },
  };
}

/** The settings once a person agreed. What was typed since stays. */
export function releaseFields({ held, ...settings }: RunSettings): RunSettings {
  const extra = { ...held?.extra, ...settings.extra };
  const written = settings.written ?? held?.written;
  return {
    ...settings,
    ...(Object.keys(extra).length > 0 && { extra }),
    ...(written && { written }),
  };
}
