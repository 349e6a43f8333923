/** Dialogues: refused before the first call where they can't become one file, and one line spoken again alone. */
import type { CheckedInput } from '../../../shared/contract';
import { AppError } from '../../../shared/errors';
import type { Job } from '../../../shared/media/jobs';
import type { ParameterValues } from '../../../shared/modalities/modalities';
import {
  dialogueLimits,
  dialogueParts,
  isDialogue,
  isJoinable,
  partVoiceKey,
} from '../../../shared/run/dialogue';
import { MAX_CHARACTERS_PER_CALL } from '../modalities/modality';
import type { NewJob } from '../ports/jobs';
import { profileOfRetry } from '../profiles/paying-profile';
import type { JobContext } from './context';

/** @throws AppError `invalid_input`, naming the field */
export function checkDialogue(prompt: string, parameters: ParameterValues): void {
  if (!isDialogue(parameters)) return;
  const { length } = dialogueParts(prompt, parameters);
  if (length > dialogueLimits.lines)
    refuse(
      'prompt',
      `This dialogue has ${length} lines; the limit is ${dialogueLimits.lines}. Generate it in several texts.`,
    );
  if (length > 1 && !isJoinable(parameters.format))
    refuse(
      'parameters.format',
      `Lines can’t be joined into one file as “${parameters.format}”. Choose MP3, WAV, FLAC, Opus or AAC.`,
    );
}

type LineInput = CheckedInput<'jobs.speakLine'>;
/** What the new job has from the old one. */
type LineJob = Pick<NewJob, 'prompt' | 'parameters' | 'inputs' | 'parts'>;

type LineRequest = Pick<
  NewJob,
  'id' | 'modality' | 'profileId' | 'model' | 'prompt' | 'parameters' | 'extra' | 'owner'
> & { inputs: never[] };

/** What is known to the commands of jobs. */
interface Commands {
  find(id: string): Job;
  plan(request: LineRequest): NewJob;
  begin(id: string): void;
}

/** Speaks one line again, as a new job whose file has all other lines as they were. Only that line is paid. */
export async function speakLine(
  context: JobContext,
  { find, plan, begin }: Commands,
  input: LineInput,
): Promise<void> {
  const { ports, profiles, spending } = context;
  const { jobs } = ports.storage;
  const { id, newId, part, isConfirmed } = input;
  if (jobs.get(newId)) return;
  const job = find(id);
  const profileId = profileOfRetry(ports, job, profiles.activeId());
  const { modality, model, extra, owner } = job;
  const line = planLine(context, job, input);
  const request = { ...line, id: newId, modality, model, extra, owner, profileId, inputs: [] };
  const planned = { ...plan(request), ...line };
  await profiles.access(profileId);
  // Copied first: a start that finds the job finds its other lines.
  await ports.files.copyParts(id, newId, otherLines(context, job, part));
  if (jobs.get(newId)) return;
  ports.storage.transaction(() => {
    spending.admitJob(planned, isConfirmed);
    jobs.insert(planned);
  });
  begin(newId);
}

/** All other parts are those of the old job, paid and answered. */
function planLine({ ports }: JobContext, job: Job, { part, text, voice }: LineInput): LineJob {
  const line = requireLine(job, part);
  const spoken = (text ?? job.prompt.slice(line.start, line.end)).trim();
  checkLine(spoken);
  const longer = spoken.length - (line.end - line.start);
  const [sound] = job.media;
  const from = sound && { jobId: job.id, mediaId: sound.id };
  return {
    prompt: job.prompt.slice(0, line.start) + spoken + job.prompt.slice(line.end),
    parameters: { ...job.parameters, ...(voice !== undefined && { [partVoiceKey(part)]: voice }) },
    inputs: sound && from ? [{ role: 'source', id: '', name: sound.fileName, from }] : [],
    parts: job.parts.map(({ index, start, end }) => ({
      start: index > part ? start + longer : start,
      end: index >= part ? end + longer : end,
      idempotencyKey: ports.clock.newId(),
      status: index === part ? 'waiting' : 'completed',
    })),
  };
}

function checkLine(text: string): void {
  if (text === '') refuse('text', 'Type the text of this line.');
  if (text.length > MAX_CHARACTERS_PER_CALL)
    refuse('text', `A line has at most ${MAX_CHARACTERS_PER_CALL} characters when it is spoken again.`);
}

function requireLine(job: Job, part: number) {
  const line = job.parts[part];
  if (line === undefined || job.parts.length < 2 || !isDialogue(job.parameters))
    throw new AppError({ code: 'not_found', field: 'part', message: 'This dialogue has no such line.' });
  if (job.status !== 'completed')
    refuse('id', 'A line can be spoken again once the whole dialogue is generated.');
  return line;
}

/** The numbers of the lines that stay as they are. @throws AppError `not_found` where one is no longer stored */
function otherLines({ ports }: JobContext, job: Job, part: number): readonly number[] {
  const others = job.parts.map(({ index }) => index).filter((index) => index !== part);
  const here = ports.files.partsOnDisk(job.id);
  if (others.every((index) => here.includes(index))) return others;
  const message =
    'The sounds of the other lines are not on this computer, so this line can’t be joined with them. Generate the whole dialogue.';
  throw new AppError({ code: 'not_found', message });
}

function refuse(field: string, message: string): never {
  throw new AppError({ code: 'invalid_input', field, message });
}
