/** What came with a reply beside its text, in its place: refusals, tool calls, media, and what can't be read. */
import type { MediaPartType } from '../../../shared/chat/parts';
import type { ChatChoice, PlacedPart } from '../../gateway/types/chat';
import type { KeptResults, PlacedSource } from '../jobs/reply-results';
import type { Contents, LiveReply } from './live-reply';

/** The jobs that save what came, by the place of the first of what each saves. */
type Jobs = ReadonlyMap<number, { readonly type: MediaPartType; readonly jobId: string }>;

export const mediaOf = ({ parts }: ChatChoice): readonly PlacedSource[] =>
  parts.flatMap((part) => (part.type === 'media' ? [{ place: part.place, source: part.source }] : []));

/**
 * What each place of the reply holds. A place that no step of the stream named is one at the end.
 */
export function contentsOf(
  live: LiveReply,
  choice: ChatChoice | undefined,
  kept: readonly KeptResults[],
): Contents {
  const parts = new Map((choice?.parts ?? []).map((part) => [part.place, part]));
  const jobs: Jobs = new Map(kept.map(({ place, type, jobId }) => [place, { type, jobId }]));
  const named = new Set(live.parts.flatMap((part) => (part.type === 'place' ? [part.place] : [])));
  for (const place of parts.keys())
    if (!named.has(place)) live.parts.push({ number: live.nextNumber++, type: 'place', place });
  return (place) => heldBy(parts.get(place), jobs.get(place));
}

function heldBy(part: PlacedPart | undefined, job: ReturnType<Jobs['get']>): ReturnType<Contents> {
  if (part === undefined) return null;
  if (part.type === 'media') return job ?? null;
  if (part.type === 'refusal') return { type: 'refusal', text: part.text };
  return { type: part.type, raw: part.raw };
}
