/** Dialogues: lines of several voices as one file, and single lines that are spoken again. */
import type { Job } from '../../../shared/media/jobs';
import { isDialogue } from '../../../shared/run/dialogue';
import { checkExportedLines, linesOnDisk } from '../rules/lines';
import type { Run } from '../run-state';
import type { Random } from '../world/random';
import { archiveSteps } from './archive-steps';
import { ask, describe, read } from './call';
import type { Act } from './step';

const speakers = ['Ann', 'Ben'];
const parameters = { format: 'wav', 'voice:Ann': 'one', 'voice:Ben': 'two' };

/** Each line is a request of its own, with a text of its own. */
const speak: Act = async (run, random, id) => {
  const marker = `intent-${id}`;
  const lines = Array.from(
    { length: random.int(2, 4) },
    (_, at) => `${speakers[at % 2]}: Line ${at + 1} of ${marker}, said aloud.`,
  );
  const input = {
    id: random.uuid(),
    modality: 'speech' as const,
    model: 'sim/speech',
    extra: {},
    parameters,
  };
  run.intents.allow(marker, 'any');
  const prompt = lines.join('\n');
  const answer = await ask(run, 'jobs.create', { ...input, prompt });
  if (answer.is === 'ok') run.memory.jobs.set(input.id, { prompt });
  if (answer.is === 'refused') run.intents.takeBack(marker);
  return `has ${lines.length} lines of ${marker} spoken: ${describe(answer)}`;
};

async function anyDialogue(run: Run, random: Random): Promise<Job | null> {
  const page = await read(run, 'jobs.page', { modality: 'speech', cursor: null, limit: 100 });
  const found = (page?.jobs ?? []).filter(
    ({ status, parameters: own, parts }) => status === 'completed' && isDialogue(own) && parts.length > 1,
  );
  const sorted = found.sort((one, other) => (one.id < other.id ? -1 : 1));
  return sorted.length === 0 ? null : random.pick(sorted);
}

/** With other words under another name: only they may be charged, once, also where two windows ask. */
const speakAgain: Act = async (run, random, id) => {
  const job = await anyDialogue(run, random);
  if (job === null) return 'has no dialogue with a line to speak again';
  const marker = `intent-${id}`;
  const part = random.int(0, job.parts.length - 1);
  const input = { id: job.id, newId: random.uuid(), part, text: `Said anew, ${marker}.` };
  run.intents.allow(marker, 'any');
  const [answer] = await Promise.all([
    ask(run, 'jobs.speakLine', input),
    random.chance(0.25) ? ask(run, 'jobs.speakLine', input) : null,
  ]);
  return `has line ${part} of ${job.parts.length} spoken again, ${marker}: ${describe(answer)}`;
};

/** Each line of a finished dialogue goes along. */
const exportLines: Act = async (run, random, id) => {
  const lines = linesOnDisk(run);
  const before = run.memory.archive;
  const said = await archiveSteps['export-all'](run, random, id);
  if (run.memory.archive !== before) checkExportedLines(run, lines);
  return `${said}, with ${lines.length} lines`;
};

export const dialogueSteps = {
  ...{ dialogue: speak, 'speak-line': speakAgain, 'export-lines': exportLines },
} satisfies Record<string, Act>;
