/** What happens to the person: the disk, the network, the keychain, the end of the process. */
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileTroubles } from '../far/account';
import { describeFault, drawFault, routes } from '../far/faults';
import { decimalOf } from '../far/money';
import { hex } from '../rules/results';
import type { Run } from '../run-state';
import { mediaOf, versionOf } from '../world/app';
import { kill } from '../world/world';
import type { Act } from './step';

const until = ({ world }: Run, milliseconds: number): number => world.scheduler.now() + milliseconds;
const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

const dies =
  (isPowerCut: boolean): Act =>
  async ({ world }, random) => {
    const { life } = world;
    if (life === null) return 'finds the app gone already';
    const more = random.chance(0.5) ? random.int(1, 12) : random.int(1, 150);
    life.diesAt = life.operations + more;
    world.isPowerCut = isPowerCut;
    return `${isPowerCut ? 'The power fails' : 'The process is killed'} ${more} operations from now`;
  };

/** While what was paid for is written down: a reply with pictures takes about a hundred operations. */
const deadAnswer: Act = async ({ world }, random) => {
  const operations = random.chance(0.35) ? random.int(1, 25) : random.int(20, 130);
  world.diesAfterAnswer = { operations, isPowerCut: random.chance(0.5) };
  const { isPowerCut } = world.diesAfterAnswer;
  return `${isPowerCut ? 'The power fails' : 'The process is killed'} ${operations} operations after the next answer`;
};

const database: Act = async (run, random) => {
  const kind = random.weighted({ locked: 4, full: 3, readonly: 1, broken: 1 });
  const lasts = kind === 'locked' ? random.int(500, 9_000) : random.int(500, 30_000);
  run.world.disk.database = { kind, until: until(run, lasts) };
  return `The database is ${kind} for ${seconds(lasts)}`;
};

const files: Act = async (run, random) => {
  const kind = random.weighted({ full: 3, readonly: 1, broken: 1 });
  const lasts = random.int(500, 40_000);
  run.world.disk.files = { kind, until: until(run, lasts) };
  run.world.disk.hadTrouble = true;
  return `The disk is ${kind} for ${seconds(lasts)}`;
};

const renames: Act = async ({ world }, random) => {
  const code = random.pick(['EXDEV', 'EACCES', 'EIO', 'ENOSPC']);
  world.disk.hadTrouble = true;
  world.disk.renames = { code, count: random.int(1, 3) };
  return `The next ${world.disk.renames.count} renames fail with ${code}`;
};

const slow: Act = async ({ world }, random) => {
  world.disk.hadTrouble = true;
  world.disk.slowMs = random.pick([0, 20, 200, 1_000]);
  return `Every operation on the disk takes ${world.disk.slowMs} ms`;
};

/** Somebody deletes a result behind the app's back. */
const loseFile: Act = async (run, random) => {
  const found = allFiles(mediaOf(run.world)).filter(
    (path) => !path.includes('.gatehouse-') && !run.world.ownFiles.has(path),
  );
  if (found.length === 0) return 'No file is there to be lost';
  const path = random.pick(found);
  const bytes = readFileSync(path);
  for (const { files } of run.gateways)
    for (const file of files.values()) if (bytes.includes(file.mark)) run.memory.goneMarks.add(hex(file));
  rmSync(path, { force: true });
  run.memory.goneFiles.add(path);
  return `The file ${path.slice(mediaOf(run.world).length)} is deleted behind the app’s back`;
};

function allFiles(folder: string): string[] {
  const names = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder).sort() : [];
  return names.flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? allFiles(path) : [path];
  });
}

const network: Act = async (run, random) => {
  const lasts = random.int(500, 90_000);
  run.network.downUntil = until(run, lasts);
  return `The network is down for ${seconds(lasts)}`;
};

const fault: Act = async (run, random) => {
  const route = random.weighted({
    chat: 6,
    images: 3,
    speech: 2,
    videos: 3,
    job: 3,
    file: 4,
    models: 1,
    account: 1,
  });
  const drawn = drawFault(random, route);
  const left = random.weighted({ 1: 6, 2: 2, 4: 1, 12: 1, 300: 0.5 });
  // A failure that is repeated more often is believed, and it would be true of a gateway that names no jobs.
  const count = drawn.kind === 'poll-failure' ? Math.min(2 - failingPolls(run), Number(left)) : Number(left);
  for (const { waiting } of run.gateways) if (count > 0) waiting.push({ route, fault: drawn, left: count });
  return `The next ${count} answers to ${routes.find((one) => one === route)}: ${describeFault(drawn)}`;
};

const failingPolls = ({ gateways }: Run): number =>
  Math.max(
    ...gateways.map(({ waiting }) =>
      waiting.reduce((sum, one) => sum + (one.fault.kind === 'poll-failure' ? one.left : 0), 0),
    ),
  );

/** Of the next results some can't be fetched, for a while or for good. */
const badResults: Act = async (run, random) => {
  const coming = Array.from({ length: random.int(1, 4) }, () =>
    random.chance(0.5)
      ? { kind: random.pick(fileTroubles), forMs: random.chance(0.5) ? random.int(1_000, 60_000) : Infinity }
      : null,
  );
  for (const { comingTroubles } of run.gateways) comingTroubles.push(...coming);
  return `The next results: ${coming.map((one) => (one === null ? 'sound' : `${one.kind} for ${seconds(one.forMs)}`)).join(', ')}`;
};

const keychain: Act = async ({ world }, random) => {
  world.keyring.state = random.weighted({ open: 3, locked: 2, gone: 1 });
  world.keyring.slowMs = random.pick([0, 0, 300, 5_000]);
  return `The keychain is ${world.keyring.state} and takes ${world.keyring.slowMs} ms`;
};

const outside: Act = async (run, random) => {
  const gateway = run.dollarsId !== null && random.chance(0.5) ? run.dollars : run.far;
  const amount = random.int(1, 50) * 100_000;
  gateway.account.balance -= amount;
  gateway.account.outside += amount;
  return `Somebody else spends ${decimalOf(gateway, amount)} ${gateway.unit} of the same account`;
};

/** The next start is of a newer version, whatever the last one left. */
const update: Act = async ({ world }, random) => {
  world.updates += 1;
  if (random.chance(0.6)) {
    world.isPowerCut = random.chance(0.4);
    kill(world);
  }
  return `A newer version (${versionOf(world)}) is there at the next start`;
};

const time: Act = async (_run, random) => `Time passes: ${seconds(random.int(1_000, 10_000))}`;

export const worldSteps = {
  ...{
    kill: dies(false),
    'power-cut': dies(true),
    'dead-answer': deadAnswer,
    database,
    files,
    renames,
    slow,
    'lose-file': loseFile,
  },
  ...{ network, fault, 'bad-results': badResults, keychain, outside, time, update },
} satisfies Record<string, Act>;
