/**
 * Whatever a page says, it is answered in words: commands with inputs that their schemas take, drawn from the ids and
 * texts of an app in use, and never a failure that only a programmer could read.
 */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type CommandName, commands } from '../../../../shared/contract';
import { inputFor, randomOf } from '../../../support/contract-attack';
import { openTestCore, type TestCore, untilListed } from '../../../support/core';
import { anExperiment, untilCompleted } from '../../../support/experiments';

const SEED = 1;
const CALLS = 600;

/** Texts that have broken programs. */
const odd = ['', 'x', '\u0000', '\ud800', '../../etc', '{{word}}', '1e999', '=1+1', '%', '_'.repeat(3_000)];

/** Every text of an answer that names something. */
function idsIn(value: unknown, into = new Set<string>()): Set<string> {
  if (typeof value === 'string' && value.length > 0 && value.length <= 100) into.add(value);
  if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) idsIn(one, into);
  return into;
}

async function use(app: TestCore): Promise<void> {
  await untilListed(app);
  const { conversationId } = await app.chat('Tell me of boats');
  await app.chat('And of trains', { conversationId });
  const input = anExperiment();
  await app.tell('experiments.create', input);
  await app.tell('experiments.start', { id: input.id });
  await untilCompleted(app, input.id);
}

/** What a family of commands would be asked about, by the first word of its names. */
async function namesOf(app: TestCore): Promise<Readonly<Record<string, readonly string[]>>> {
  const { conversations, jobs, presets, profiles } = await app.tell('app.snapshot', {});
  const page = { modality: null, cursor: null, limit: 20 };
  const { experiments } = await app.tell('experiments.list', page);
  const { batches } = await app.tell('batches.page', page);
  const { items } = await app.tell('library.page', { cursor: null, limit: 20, filter: {} });
  const { prompts } = await app.tell('prompts.page', { query: '', tag: null, cursor: null, limit: 20 });
  const shown = await app.ask('conversations.get', { id: conversations.conversations[0]?.id ?? '' });
  const chat = [...idsIn(shown)].filter((text) => /^[0-9a-f-]{36}$/.test(text));
  const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);
  const media = ids(items);
  const families = { chat, conversations: chat, messages: chat, jobs: ids(jobs.jobs), presets: ids(presets) };
  return {
    ...families,
    ...{
      profiles: ids(profiles),
      experiments: ids(experiments),
      batches: ids(batches),
      prompts: ids(prompts),
    },
    ...{ media, library: media, files: media, boards: media },
  };
}

test('commands with inputs of their shape are answered, and none fails inside', async () => {
  const app = await openTestCore();
  const random = randomOf(SEED);
  const names = Object.keys(commands) as CommandName[];
  const inside: unknown[] = [];
  let answered = 0;
  try {
    await use(app);
    let known: Awaited<ReturnType<typeof namesOf>> = {};
    for (let round = 0; round < CALLS; round += 1) {
      if (round % 25 === 0) known = await namesOf(app);
      const name = names[Math.floor(random() * names.length)] as CommandName;
      const own = known[name.split('.')[0] ?? ''] ?? [];
      const others = [...odd, 'sandbox/echo', randomUUID(), ...Object.values(known).flat()];
      const texts = own.length > 0 && random() < 0.7 ? own : others;
      const input = inputFor(name, texts, random) as never;
      const answer = await app.ask(name, input);
      if (answer.ok) answered += 1;
      else if (answer.error.code === 'internal') inside.push({ name, input, answer });
    }
    expect(inside).toEqual([]);
    expect(answered, 'the inputs are such that much of it is done').toBeGreaterThan(CALLS / 6);
  } finally {
    await app.close();
  }
});
