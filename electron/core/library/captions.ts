/** Captions of a speech: what is spoken when, by how long each of its requests' sounds is. */
import { AppError } from '../../../shared/errors';
import {
  type CaptionFormat,
  captionCues,
  type SpokenPart,
  toSrt,
  toVtt,
} from '../../../shared/media/captions';
import type { Job } from '../../../shared/media/jobs';
import type { MediaItem } from '../../../shared/media/media';
import { isDialogue, spokenBy } from '../../../shared/run/dialogue';
import { isSent } from '../../../shared/run/inputs';
import type { Ports } from '../ports/ports';

/** Its parts in their order; none for a sound that is not known to be speech of a known text. */
export function spokenPartsOf({ storage }: Pick<Ports, 'storage'>, id: string): readonly SpokenPart[] {
  const item = storage.media.get(id);
  if (item === undefined)
    throw new AppError({ code: 'not_found', message: 'This file is no longer in the library.' });
  const { origin, kind, durationMs } = item;
  const job = storage.jobs.get(origin.jobId);
  if (kind !== 'audio' || origin.modality !== 'speech' || durationMs === null) return [];
  if (job?.owner?.kind === 'message') return [];
  if (job === undefined || origin.part !== undefined || job.parts.length < 2)
    return isEdited(job) ? [] : [{ text: origin.prompt, durationMs }];
  return joinedParts(job, storage.jobs.internals(job.id).resultFacts[0]?.partsMs ?? [], item);
}

/** What was cut or joined on this computer no longer has the times of its text. */
const isEdited = (job: Job | undefined): boolean => job?.inputs?.some((input) => !isSent(input)) === true;

/** Without known lengths the whole is shared out by the letters of its parts. */
function joinedParts(job: Job, lengths: readonly number[], { durationMs }: MediaItem): readonly SpokenPart[] {
  const texts = job.parts.map(({ start, end }) => job.prompt.slice(start, end));
  if (lengths.length !== texts.length) return [{ text: texts.join(' '), durationMs: durationMs ?? 0 }];
  return job.parts.map((part, index) => ({
    text: texts[index] ?? '',
    durationMs: lengths[index] ?? 0,
    ...(isDialogue(job.parameters) && spokenBy(job, part)),
  }));
}

/** Writes them beside the sound, under its name. */
export async function saveCaptions(
  { storage, files }: Pick<Ports, 'storage' | 'files'>,
  { id, format }: { readonly id: string; readonly format: CaptionFormat },
): Promise<{ fileName: string }> {
  const cues = captionCues(spokenPartsOf({ storage }, id));
  const place = storage.media.place(id);
  if (cues.length === 0 || place === undefined)
    throw new AppError({ code: 'not_found', message: 'This sound has no captions: its text is not known.' });
  const text = format === 'srt' ? toSrt(cues) : toVtt(cues);
  return { fileName: await files.writeBeside(place, format, new TextEncoder().encode(text)) };
}
