/** What the person makes from what was made: images from images, films from a picture. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MediaItem } from '../../../shared/media/media';
import type { InputRef } from '../../../shared/run/inputs';
import type { Run } from '../run-state';
import { homeOf } from '../world/app';
import type { Random } from '../world/random';
import { ask, askConfirming, describe, read } from './call';
import type { Act } from './step';

async function anyImage(run: Run, random: Random): Promise<MediaItem | null> {
  const page = await read(run, 'library.page', { cursor: null, limit: 100, filter: { kind: 'image' } });
  const images = [...(page?.items ?? [])].sort((one, other) => (one.id < other.id ? -1 : 1));
  return images.length === 0 ? null : random.pick(images);
}

type Role = InputRef['role'];

const makings = {
  image: [['image'], ['image', 'reference'], ['reference', 'reference']],
  video: [['firstFrame'], ['firstFrame', 'lastFrame']],
} as const;

/** The file is taken into the app first, as the form does: it may fail, or the process may end in between. */
const useResult: Act = async (run, random, id) => {
  const modality = random.weighted({ image: 3, video: 2 });
  const inputs: InputRef[] = [];
  for (const role of random.pick<readonly Role[]>(makings[modality])) {
    const input = again(run, random, role) ?? (await take(run, random, role));
    if (typeof input === 'string') return input;
    inputs.push(input);
  }
  return await make(run, random, `intent-${id}`, { modality, inputs });
};

/** As "use all settings" brings a file back, which may be gone by then. */
function again({ memory }: Run, random: Random, role: Role): InputRef | null {
  const known = [...memory.inputs.values()].flat();
  return known.length > 0 && random.chance(0.35) ? { ...random.pick(known), role } : null;
}

/** @returns why there is none, as a text */
async function take(run: Run, random: Random, role: Role): Promise<InputRef | string> {
  const item = await anyImage(run, random);
  if (item === null) return 'has no image to make something from';
  const { id: mediaId, fileName: name, origin } = item;
  const added = await ask(run, 'attachments.addFromLibrary', { mediaId });
  if (added.is !== 'ok') return `can’t take ${name} into a request: ${describe(added)}`;
  return { role, id: added.value.id, name, from: { jobId: origin.jobId, mediaId } };
}

async function make(
  run: Run,
  random: Random,
  marker: string,
  { modality, inputs }: { modality: 'image' | 'video'; inputs: InputRef[] },
): Promise<string> {
  const model = `sim/${modality}`;
  run.intents.allow(marker, 'any');
  run.intents.note(marker, { model, count: 1 });
  run.memory.inputs.set(marker, inputs);
  const prompt = `The same boat, ${marker}.`;
  const request = { id: random.uuid(), modality, model, prompt, parameters: {}, extra: {}, inputs };
  const answer = await askConfirming(run, random, 'jobs.create', request);
  if (answer.is === 'ok') run.memory.jobs.set(request.id, { prompt });
  if (answer.is === 'refused') run.intents.takeBack(marker);
  const roles = inputs.map(({ role }) => role).join(' and ');
  return `makes ${modality === 'image' ? 'an image' : 'a film'} from ${roles}, ${marker}: ${describe(answer)}`;
}

/** Behind the app's back: what is left may have the length it had. */
const spoil: Act = async (run, random) => {
  const known = [...new Set([...run.memory.inputs.values()].flat().map((input) => input.id))].sort();
  if (known.length === 0) return 'No input is there to be spoiled';
  const id = random.pick(known);
  const path = join(homeOf(run.world), 'attachments', id);
  run.memory.spoiled.add(id);
  const how = random.weighted({ deleted: 1, changed: 1 });
  if (how === 'deleted') rmSync(path, { force: true });
  else writeFileSync(path, 'Not the picture that the person chose.');
  return `The stored file ${id.slice(0, 8)} is ${how} behind the app’s back`;
};

export const inputSteps = { 'use-result': useResult, 'spoil-input': spoil } satisfies Record<string, Act>;
