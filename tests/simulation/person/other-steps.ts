/** Comparisons, the library and the activity page. */
import type { CommandInput } from '../../../shared/contract';
import type { Gateway } from '../far/gateway';
import { profileOf, type Run, violate } from '../run-state';
import type { Random } from '../world/random';
import { ask, describe, read } from './call';
import { anyConversation, messagesOf } from './chat-steps';
import { drawExtra } from './extra';
import { usable } from './profile-steps';
import type { Act } from './step';

const compare: Act = async (run, random, id) => {
  const modality = random.pick(['chat', 'image', 'video'] as const);
  const markers = Array.from({ length: random.int(2, 3) }, (_, at) => `intent-${id}-c${at}`);
  const gateways = markers.map(() => (random.chance(0.6) ? random.pick(usable(run)) : null));
  for (const [at, marker] of markers.entries()) {
    run.intents.allow(marker, gateways[at]?.name ?? 'any');
    run.intents.note(marker, { model: `sim/${modality}`, count: 1 });
  }
  const comparisonId = random.uuid();
  const columns = markers.map((marker, at) => ({
    ...{ id: random.uuid(), callId: random.uuid(), model: `sim/${modality}`, prompt: `A word on ${marker}.` },
    ...(modality === 'chat' ? { settings: {} } : { parameters: {}, extra: drawExtra(random) }),
    ...columnOf(run, gateways[at] ?? null),
  }));
  const flags = { modality, isTied: true, isSamePrompt: false };
  const afterMessageId =
    modality === 'chat' && random.chance(0.4) ? await anyMessage(run, random) : undefined;
  const round = { id: comparisonId, roundId: random.uuid(), ...flags, columns, afterMessageId };
  const input = round as CommandInput<'compare.send'>;
  const answer = await ask(run, 'compare.send', input);
  if (answer.is === 'ok') run.memory.comparisons.add(comparisonId);
  if (answer.is === 'refused') for (const marker of markers) run.intents.takeBack(marker);
  const places = gateways.map((gateway) => gateway?.name ?? 'the one in use').join(', ');
  return `compares ${modality} models of ${places}, intent-${id}: ${describe(answer)}`;
};

/** A column is sent with a profile of its own, or with the one in use. */
function columnOf(run: Run, gateway: Gateway | null): { readonly profileId?: string } {
  const profileId = gateway === null ? null : profileOf(run, gateway);
  return profileId === null ? {} : { profileId };
}

/** Where the chats of a comparison begin; one that is deleted meanwhile is a refusal. */
async function anyMessage(run: Run, random: Random): Promise<string | undefined> {
  const conversationId = await anyConversation(run, random);
  if (conversationId === null) return undefined;
  const messages = await messagesOf(run, conversationId);
  return messages.length === 0 ? undefined : random.pick(messages).id;
}

const removeComparison: Act = async (run, random) => {
  const known = [...run.memory.comparisons];
  if (known.length === 0) return 'has no comparison to delete';
  const id = random.pick(known);
  run.memory.removed.add(id);
  const answer = await ask(run, 'compare.remove', { id });
  if (answer.is !== 'ok' || random.chance(0.5)) return `deletes a comparison: ${describe(answer)}`;
  return `deletes a comparison and takes it back: ${describe(await ask(run, 'compare.restore', { id }))}`;
};

async function anyMedia(run: Run, random: Random) {
  const page = await read(run, 'library.page', { cursor: null, limit: 100, filter: {} });
  const items = [...(page?.items ?? [])].sort((one, other) => (one.id < other.id ? -1 : 1));
  return items.length === 0 ? null : random.pick(items);
}

const removeMedia: Act = async (run, random) => {
  const item = await anyMedia(run, random);
  if (!item) return 'has nothing in the library to delete';
  run.memory.removed.add(item.id);
  run.memory.removed.add(item.origin.jobId);
  const answer = await ask(run, 'media.remove', { ids: [item.id] });
  if (answer.is === 'ok') run.memory.trashed.add(item.id);
  if (answer.is !== 'ok' || random.chance(0.6)) return `deletes ${item.fileName}: ${describe(answer)}`;
  // From here on it may be out of the trash, whether or not the answer comes.
  run.memory.trashed.delete(item.id);
  const back = await ask(run, 'media.restore', { ids: [item.id] });
  if (back.is === 'ok') run.memory.removed.delete(item.id);
  return `deletes ${item.fileName} and takes it back: ${describe(back)}`;
};

/** Looks into the trash, where all that was deleted still is, and takes one thing out or deletes it for good. */
const lookIntoTrash: Act = async (run, random) => {
  const { trashed, removed } = run.memory;
  const expected = [...trashed];
  const answer = await ask(run, 'media.trash', { cursor: null, limit: 500 });
  if (answer.is !== 'ok') return `looks into the trash: ${describe(answer)}`;
  const ids = answer.value.trashed.map(({ item }) => item.id).sort();
  const lost = expected.find((id) => !ids.includes(id));
  if (lost !== undefined) violate(run, 'kept', 'A deleted result is no longer in the trash');
  if (ids.length === 0) return 'looks into the trash, which is empty';
  const id = random.pick(ids);
  trashed.delete(id);
  if (random.chance(0.3))
    return `deletes one of ${ids.length} for good: ${describe(await ask(run, 'media.emptyTrash', { ids: [id] }))}`;
  const back = await ask(run, 'media.restore', { ids: [id] });
  if (back.is === 'ok') removed.delete(id);
  return `takes one of ${ids.length} out of the trash: ${describe(back)}`;
};

const renameMedia: Act = async (run, random, id) => {
  const item = await anyMedia(run, random);
  if (!item) return 'has nothing in the library to rename';
  const input = { id: item.id, fileName: random.chance(0.3) ? 'same name' : `named ${id}` };
  return `renames ${item.fileName}: ${describe(await ask(run, 'media.rename', input))}`;
};

const exportMedia: Act = async (run, random) => {
  const item = await anyMedia(run, random);
  if (!item) return 'has nothing in the library to export';
  await ask(run, 'media.check', { ids: [item.id] });
  return `exports ${item.fileName}: ${describe(await ask(run, 'media.export', { ids: [item.id] }))}`;
};

/** The activity page asks for all of these at once; one that fails leaves it empty. */
export async function readActivity(run: Run): Promise<string> {
  const filter = {};
  const answers = await Promise.all([
    ask(run, 'ledger.sums', { filter }),
    ask(run, 'ledger.days', { filter }),
    ask(run, 'ledger.groups', { filter, by: 'model' }),
    ask(run, 'ledger.chats', { filter, cursor: null, limit: 50 }),
    ask(run, 'ledger.page', { filter, cursor: null, limit: 100 }),
    ask(run, 'ledger.export', { filter, format: 'csv' }),
  ]);
  const refused = answers.find(({ is }) => is === 'refused');
  const known = ['storage_failed', 'storage_full', 'storage_readonly'];
  if (refused?.is === 'refused' && (run.isHandsOff || !known.includes(refused.error.code)))
    violate(run, 'waits', `The activity page can't be read: ${refused.error.message}`);
  return `reads the activity page: ${answers.map((answer) => describe<unknown>(answer)).find((word) => word !== 'ok') ?? 'ok'}`;
}

const activity: Act = (run) => readActivity(run);
export const otherSteps = {
  ...{ compare, 'delete-comparison': removeComparison, 'delete-media': removeMedia, trash: lookIntoTrash },
  ...{ 'rename-media': renameMedia, 'export-media': exportMedia, activity },
} satisfies Record<string, Act>;
