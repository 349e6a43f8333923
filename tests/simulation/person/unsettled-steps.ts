/** Calls that a balance settles before the gateway has charged them, or that are charged, or counted, more than once. */
import type { Job } from '../../../shared/media/jobs';
import { finishedStatuses } from '../../../shared/media/jobs';
import { sleep } from '../drive';
import { markerOf } from '../far/account';
import type { Fault } from '../far/faults';
import type { Run } from '../run-state';
import type { Random } from '../world/random';
import { ask, describe } from './call';
import { chatSteps, messagesOf } from './chat-steps';
import { damageOf } from './damage-steps';
import { jobSteps, jobsOf, resumeJob } from './job-steps';
import type { Act } from './step';

const MINUTE_MS = 60_000;
/** Until an ordinary call has its answer. */
const ANSWERED_MS = 15_000;

/** What becomes of the next request, at every gateway. */
function meet({ gateways }: Run, route: 'chat' | 'images', fault: Fault): void {
  for (const { waiting } of gateways) waiting.unshift({ route, fault, left: 1 });
}

/** What is done one after the other, until everything works again. */
async function inTurn(run: Run, parts: readonly (() => Promise<string>)[]): Promise<string> {
  const said: string[] = [];
  for (const part of parts) if (!run.world.isHealed) said.push(await part());
  return said.filter((one) => one !== '').join(', ');
}

const after = (run: Run, ms: number) => async () => {
  await sleep(run, ms);
  return '';
};

const jobOf = async (run: Run, id: string): Promise<Job | undefined> =>
  (await jobsOf(run, ({ prompt }) => markerOf(prompt) === `intent-${id}`))[0];

/** The gateway goes on with it. */
const leave = (run: Run, id: string) => async () => {
  const job = await jobOf(run, id);
  if (job === undefined || finishedStatuses.includes(job.status)) return 'has nothing to leave';
  run.memory.cancelled.add(job.id);
  return `leaves it: ${describe(await ask(run, 'jobs.cancel', { id: job.id }))}`;
};

const stop = (run: Run, id: string) => async () => {
  const sent = [...run.memory.messages.values()].find(({ text }) => markerOf(text) === `intent-${id}`);
  if (sent === undefined) return 'has nothing to stop';
  const messages = await messagesOf(run, sent.conversationId);
  const reply = messages.find(({ status }) => status === 'streaming');
  if (reply === undefined) return 'has no reply to stop';
  return `stops its reply: ${describe(await ask(run, 'chat.stop', { messageId: reply.id }))}`;
};

const goOn = (run: Run, id: string) => async () => {
  const job = await jobOf(run, id);
  const isOver = job !== undefined && finishedStatuses.includes(job.status) && job.status !== 'completed';
  return isOver ? await resumeJob(run, job) : 'has nothing to resume';
};

const end =
  ({ world }: Run) =>
  async () => {
    if (world.life !== null) world.life.diesAt = world.life.operations + 1;
    return 'the app ends';
  };

/** The next step starts it. */
const untilStarted = (run: Run) => async () => {
  const before = run.world.lives;
  for (let second = 0; second < 60 && (run.app === null || run.world.lives === before); second += 1)
    await sleep(run, 1_000);
  return '';
};

const image = (run: Run, random: Random, id: string) => () => jobSteps.image(run, random, id);
/** Its answer has the balance. */
const chat = (run: Run, random: Random, id: string) => () => chatSteps.send(run, random, id);

/** Stopped at once, charged after a balance that was right without it. */
const chargedLate: Act = (run, random, id) => {
  const ms = random.int(4, 25) * MINUTE_MS;
  meet(run, 'chat', { kind: 'works-long', ms });
  return inTurn(run, [
    chat(run, random, id),
    after(run, random.int(500, 5_000)),
    stop(run, id),
    after(run, random.int(130_000, ms - 30_000)),
    chat(run, random, `${id}-b1`),
    after(run, ms),
    chat(run, random, `${id}-b2`),
  ]);
};

/** Its answer is lost, and it is sent again and left: a gateway that ignores keys charges both. */
const chargedTwice: Act = (run, random, id) => {
  const ms = random.int(4, 25) * MINUTE_MS;
  meet(run, 'images', { kind: 'lost' });
  return inTurn(run, [
    image(run, random, id),
    after(run, 2 * ANSWERED_MS),
    chat(run, random, `${id}-b1`),
    after(run, ANSWERED_MS),
    async () => {
      meet(run, 'images', { kind: 'works-long', ms });
      return await goOn(run, id)();
    },
    after(run, random.int(500, 5_000)),
    leave(run, id),
    after(run, random.int(1_000, 60_000)),
    chat(run, random, `${id}-b2`),
    after(run, ms),
    chat(run, random, `${id}-b3`),
  ]);
};

/** The app ends while the gateway works on it, and it is sent again and answered before that is done. */
const chargedAgain: Act = (run, random, id) => {
  const ms = random.int(6, 25) * MINUTE_MS;
  meet(run, 'images', { kind: 'works-long', ms });
  return inTurn(run, [
    image(run, random, id),
    after(run, random.int(500, 5_000)),
    end(run),
    untilStarted(run),
    goOn(run, id),
    after(run, random.int(150_000, ms - 2 * MINUTE_MS)),
    chat(run, random, `${id}-b1`),
    after(run, ms),
    chat(run, random, `${id}-b2`),
  ]);
};

/** A balance holds two of which no answer came, and then one of them tells its cost. */
const toldAfterSum: Act = (run, random, id) => {
  meet(run, 'images', { kind: 'lost' });
  meet(run, 'images', { kind: 'lost' });
  return inTurn(run, [
    image(run, random, id),
    image(run, random, `${id}-o1`),
    after(run, 2 * ANSWERED_MS),
    chat(run, random, `${id}-b1`),
    after(run, ANSWERED_MS),
    goOn(run, id),
    after(run, 2 * ANSWERED_MS),
    chat(run, random, `${id}-b2`),
  ]);
};

const MANY = 30;

/** Many charges lie between earlier videos and one that runs as the pages of some of them are damaged. */
const damagedPast: Act = (run, random, id) =>
  inTurn(run, [
    () => jobSteps.video(run, random, `${id}-v1`),
    () => jobSteps.video(run, random, `${id}-v2`),
    after(run, 4 * ANSWERED_MS),
    ...Array.from({ length: MANY }, (_, at) => [chat(run, random, `${id}-c${at}`), after(run, 2_000)]).flat(),
    () => jobSteps.video(run, random, `${id}-v3`),
    after(run, random.int(500, 3_000)),
    () => damageOf('ledger')(run, random, id),
  ]);

export const unsettledSteps = {
  'damaged-past': damagedPast,
  'charged-late': chargedLate,
  'charged-twice': chargedTwice,
  'charged-again': chargedAgain,
  'told-after-sum': toldAfterSum,
} satisfies Record<string, Act>;
