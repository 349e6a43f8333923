import type { ResultPlace } from '../../core/ports/result-place';
import { readJson } from './json-column';

/** The places of a job's results, as the column `output_urls` has them. */
export const readPlaces = (stored: string | undefined): readonly ResultPlace[] =>
  readJson<readonly (ResultPlace | string)[]>(stored, []).map((place) =>
    typeof place === 'string' ? placeOfEarlier(place) : place,
  );

/**
 * Earlier versions stored a text for each result: addresses with a space between them, or a place on the disk or in
 * memory such as `kept:2:DIGEST`, or `unusable:` with the reason.
 */
export function placeOfEarlier(text: string): ResultPlace {
  const [, kind, position, digest] = /^(kept|held):(\d+)(?::([0-9a-f]+))?$/.exec(text) ?? [];
  if (kind === 'kept' || kind === 'held')
    return { kind, position: Number(position), ...(digest !== undefined && { digest }) };
  if (text.startsWith('unusable:')) return { kind: 'unusable', reason: text.slice('unusable:'.length) };
  return { kind: 'url', urls: text.split(' ') };
}
