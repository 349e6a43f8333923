/** What hardly ever happens, and only in the stories of single faults: ordinary ones stay as they are. */
import type { Fault } from '../far/faults';
import type { Run } from '../run-state';
import type { Random } from '../world/random';
import { damageOf } from './damage-steps';
import type { Act } from './step';

const costly = ['chat', 'images', 'speech', 'videos'] as const;

function comes({ gateways }: Run, random: Random, routes: readonly (typeof costly)[number][], fault: Fault) {
  const left = random.int(1, 4);
  for (const { waiting } of gateways) for (const route of routes) waiting.push({ route, fault, left });
  return left;
}

const cutChats: Act = async (run, random) => {
  const share = random.next();
  return `The next ${comes(run, random, ['chat'], { kind: 'cut', share })} chats are cut at ${share.toFixed(2)}`;
};

const cutBehind: Act = async (run) => {
  for (const { waiting } of run.gateways)
    waiting.unshift({ route: 'chat', fault: { kind: 'cut-behind' }, left: 6 });
  return 'Of the next 6 chats only the first picture or sound comes';
};

const paidFailures: Act = async (run, random) =>
  `The next ${comes(run, random, ['videos'], { kind: 'paid-failure' })} videos are made, and called failed`;

const errorsBeside: Act = async (run) => {
  for (const { waiting } of run.gateways)
    waiting.unshift({ route: 'chat', fault: { kind: 'error-beside' }, left: 6 });
  return 'The next 6 chats come whole, with an error beside them';
};

const imagesInText: Act = async (run) => {
  for (const { waiting } of run.gateways)
    waiting.unshift({ route: 'chat', fault: { kind: 'images-in-text' }, left: 6 });
  return 'The next 6 chats come whole, with their images in the text';
};

const deadAddresses: Act = async (run, random) =>
  `The next ${comes(run, random, ['images'], { kind: 'dead-address' })} images have a dead address beside their bytes`;

/** A line that never carries a file to its end: each connection brings a little more of it. */
const cutFiles: Act = async ({ gateways }) => {
  const fault = { kind: 'cut', share: 0.03 } as const;
  for (const { waiting } of gateways) waiting.push({ route: 'file', fault, left: 1_000 });
  return 'The next 1,000 answers to file are cut near their beginning';
};

/** Done and charged, and nobody hears of it. */
const loseAnswers: Act = async (run, random) =>
  `${comes(run, random, costly, { kind: 'lost' })} answers of each kind are lost`;

/** A rate limit that lasts for hours. */
const limitForHours: Act = async (run, random) => {
  const retryAfter = random.pick(['7200', '36000', '86400']);
  const left = comes(run, random, ['chat', 'images'], { kind: 'status', status: 429, retryAfter });
  return `The next ${left} chats and images are refused for ${retryAfter} s`;
};

const unreadable: Act = async ({ world }, random) => {
  const until = world.scheduler.now() + random.int(500, 12_000);
  world.disk.database = { kind: 'broken', until };
  return 'The database can’t be read for some seconds';
};

const breaksSoon: Act = async ({ world }, random) => {
  world.disk.breaksIn = { statements: random.int(1, 150), lastsMs: random.int(200, 4_000) };
  const { statements } = world.disk.breaksIn;
  return `The database can’t be used for a moment, ${statements} statements from now`;
};

/** On some systems a file can’t be deleted while another program reads it. */
const heldFiles: Act = async ({ world }, random) => {
  world.disk.heldFiles = random.int(1, 6);
  world.disk.hadTrouble = true;
  return `The next ${world.disk.heldFiles} files can’t be deleted`;
};

/** What the step before began goes on meanwhile (`drawStep`). */
const longTime: Act = async () => 'Half an hour may have passed';

export const rareSteps = {
  'cut-chats': cutChats,
  'lose-answers': loseAnswers,
  'limit-for-hours': limitForHours,
  unreadable,
  'held-files': heldFiles,
  'damage-messages': damageOf('messages'),
  'damage-ledger': damageOf('ledger'),
  'cut-behind': cutBehind,
  'cut-files': cutFiles,
  'paid-failures': paidFailures,
  'errors-beside': errorsBeside,
  'images-in-text': imagesInText,
  'dead-addresses': deadAddresses,
  'breaks-soon': breaksSoon,
  'long-time': longTime,
} satisfies Record<string, Act>;
