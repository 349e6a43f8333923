/** What the person does before anything is sent: pins models, reads lists, and looks at what it would cost. */
import type { SpendingIntent } from '../../../shared/commands/credits-commands';
import { isCostly } from '../rules/money';
import { profileOf, type Run, violate } from '../run-state';
import type { Random } from '../world/random';
import { ask, describe, read } from './call';
import { usable } from './profile-steps';
import type { Act } from './step';

/** Typed, since no gateway lists it; two at once are both kept. */
const pin: Act = async (run, random, id) => {
  const profileId = profileOf(run, random.pick(usable(run))) ?? '';
  const models = Array.from({ length: random.int(1, 2) }, (_, at) => `typed/${id}-${at}`);
  const answers = await Promise.all(
    models.map(async (model) => {
      const answer = await ask(run, 'models.pin', { profileId, model, isPinned: true });
      if (answer.is === 'ok') run.memory.pinned.set(model, profileId);
      return answer;
    }),
  );
  return `pins ${models.length} typed models: ${answers.map((answer) => describe(answer)).join(', ')}`;
};

const unpin: Act = async (run, random) => {
  const [model, profileId] = random.pick([...run.memory.pinned, ['', '']]);
  if (!model || !profileId) return 'has no pinned model';
  run.memory.pinned.delete(model);
  const answer = await ask(run, 'models.pin', { profileId, model, isPinned: false });
  return `unpins ${model}: ${describe(answer)}`;
};

const catalogue: Act = async (run, random) => {
  const gateway = random.pick(usable(run));
  const answer = await ask(run, 'models.catalogue', { profileId: profileOf(run, gateway) ?? '' });
  return `opens the models of ${gateway.name}: ${describe(answer)}`;
};

const refreshModels: Act = async (run) =>
  `refreshes the models: ${describe(await ask(run, 'models.refresh', {}))}`;

/** What the person may be about to do. */
async function anyIntent(run: Run, random: Random): Promise<SpendingIntent> {
  const characters = random.int(1, 4_000);
  const [chat] = (await read(run, 'conversations.list', { cursor: null, limit: 1 }))?.conversations ?? [];
  const page = await read(run, 'jobs.page', { modality: null, cursor: null, limit: 5 });
  const job = page?.jobs.length ? random.pick(page.jobs) : undefined;
  const text = 'x'.repeat(characters);
  const parameters = { count: random.int(1, 4) };
  const image = { modality: 'image', model: 'sim/image', parameters, extra: {} } as const;
  const column = { model: 'sim/chat', settings: {}, prompt: text };
  const columns = usable(run).map((gateway) => ({
    ...{ ...column, id: random.uuid(), profileId: profileOf(run, gateway) ?? '' },
  }));
  const table = { name: 'Words', template: '{{word}}', columns: ['word'] };
  const round = { modality: 'chat', isTied: true, isSamePrompt: true } as const;
  return random.pick<SpendingIntent>([
    { kind: 'message', conversationId: chat?.id ?? null, text, model: 'sim/chat', settings: {} },
    { kind: 'message', conversationId: null, text, model: 'typed/by-hand', settings: {} },
    { kind: 'job', prompt: text, ...image },
    { kind: 'batch', ...image, ...table, rows: [[text], ['x'.repeat(20)], ['']] },
    { kind: 'compare', id: random.uuid(), ...round, columns },
    ...(job ? [{ kind: random.pick(['retryJob', 'resumeJob'] as const), id: job.id }] : []),
  ]);
}

/** The button says what it would cost; that sends nothing and asks no gateway. */
const forecast: Act = async (run, random) => {
  const intent = await anyIntent(run, random);
  const asked = () => run.gateways.flatMap(({ requests }) => requests).filter(isCostly).length;
  const { now } = run.world.scheduler;
  const [before, since] = [asked(), now()];
  const answer = await ask(run, 'credits.forecast', { intent });
  // Nothing else can have happened meanwhile: the clock did not move.
  if (now() === since && asked() > before)
    violate(run, 'sent', `a forecast of ${intent.kind} sent a request that costs`);
  return `sees what ${intent.kind} would cost: ${describe(answer)}`;
};

export const modelSteps = { pin, unpin, catalogue, models: refreshModels, forecast } satisfies Record<
  string,
  Act
>;
