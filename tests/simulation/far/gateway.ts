/**
 * A gateway written for the simulation, independent of the embedded one: an account, keys, jobs, files. It does what it
 * was asked to once the request has arrived, whether or not anyone still waits for the answer.
 */
import { createRandom, type Random } from '../world/random';
import type { World } from '../world/world';
import {
  type Account,
  book,
  type Charge,
  type FarJob,
  type FarResult,
  type FileTrouble,
  markerOf,
  openAccount,
} from './account';
import type { Route, Waiting } from './faults';
import type { Reply } from './reply';

export interface FarRequest {
  readonly at: number;
  readonly life: number;
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: string;
  readonly route: Route | null;
}

/** How this gateway behaves, for all of a run. */
export interface Manners {
  /** What a key that was used before brings: the same answer, a refusal, or a second charge. */
  readonly keys: 'replays' | 'conflicts' | 'ignored';
  readonly tells: 'all' | 'used' | 'nothing';
  readonly sends: 'bytes' | 'addresses';
  readonly filesNeedKey: boolean;
  /** Results wait at a server of another name, which may never see the key. */
  readonly filesElsewhere: boolean;
}

/** What will be wrong with a result, and for how long. */
export interface Coming {
  readonly kind: FileTrouble;
  readonly forMs: number;
}

export interface Gateway {
  readonly world: World;
  readonly name: string;
  readonly origin: string;
  /** What it lets in. */
  key: string | null;
  readonly manners: Manners;
  readonly random: Random;
  readonly account: Account;
  readonly waiting: Waiting[];
  /** For the next results, in order. */
  readonly comingTroubles: (Coming | null)[];
  readonly files: Map<string, FarResult>;
  readonly jobs: Map<string, FarJob>;
  readonly keys: Map<string, { reply: Reply | null }>;
  readonly requests: FarRequest[];
  /** Answers beyond every bound that the app read to their end. */
  readonly swallowed: Route[];
  /** It has claimed another amount than it charged. */
  lies: boolean;
}

/** Where the files of a gateway are, if not with itself. */
export const filesOriginOf = ({ manners, origin }: Pick<Gateway, 'manners' | 'origin'>): string =>
  manners.filesElsewhere ? origin.replace('://', '://files.') : origin;

export function createGateway(world: World, name: string, origin: string): Gateway {
  const random = createRandom(`${world.seed} ${name}`);
  return {
    ...{ world, name, origin, key: null, random },
    manners: {
      keys: random.pick(['replays', 'conflicts', 'ignored'] as const),
      tells: random.weighted({ all: 8, used: 1, nothing: 1 }),
      sends: random.pick(['bytes', 'addresses'] as const),
      filesNeedKey: random.chance(0.2),
      filesElsewhere: random.chance(0.4),
    },
    account: openAccount(),
    ...{
      waiting: [],
      comingTroubles: [],
      files: new Map(),
      jobs: new Map(),
      keys: new Map(),
      requests: [],
      swallowed: [],
      lies: false,
    },
  };
}

export type Body = Readonly<Record<string, unknown>>;

/** Books what a call cost. */
export function charge(
  { account, world }: Gateway,
  request: Pick<FarRequest, 'headers'>,
  what: Pick<Charge, 'micros' | 'operation' | 'text'> & Partial<Charge>,
): Charge {
  const made: Charge = {
    ...{ at: world.scheduler.now(), results: [], reply: null, remoteId: null, deliveredIn: null, ...what },
    key: request.headers.get('idempotency-key'),
    marker: markerOf(what.text),
  };
  book(account, made);
  return made;
}

/** The answer, which notes on the charge that it arrived. */
export function arriving(reply: Reply, charged: Charge): Reply {
  return {
    ...reply,
    onArrived: (life) => {
      charged.deliveredIn = life;
    },
  };
}

/** What every answer says of money. */
export function metadata({ manners, account }: Gateway, used: number | string): Record<string, unknown> {
  if (manners.tells === 'nothing') return {};
  const remaining = manners.tells === 'all' ? account.balance / 1e6 : null;
  return { simulated: { credits_used: used, credits_remaining: remaining } };
}
