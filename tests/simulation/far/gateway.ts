/**
 * A gateway written for the simulation, independent of the embedded one: an account, keys, jobs, files. It does what it
 * was asked to once the request has arrived, whether or not anyone still waits for the answer.
 */
import type { MoneyUnit } from '../../../shared/money/money';
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
import type { FarFile } from './form';
import type { Reply } from './reply';

export interface FarRequest {
  readonly at: number;
  readonly life: number;
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: string;
  readonly route: Route | null;
  /** Of a multipart form. */
  readonly files?: readonly FarFile[];
  /** By which the gateway tells later what it cost. */
  generation?: string;
}

/** What a gateway charges in, and how it talks. */
export interface Kind {
  readonly unit: MoneyUnit;
  readonly dialect: 'plain' | 'openrouter' | 'requesty';
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
  /** What asking for the rest of a file brings: the rest, all of it, or the rest of something else. */
  readonly ranges: 'honored' | 'ignored' | 'wrong';
  /** Which odd form its sound has; −1 for the plain one. */
  readonly speechForm: number;
  /** What its list of models says of prices: what it charges, nothing, or nonsense. */
  readonly prices: 'told' | 'untold' | 'negative';
  /** No answer tells a cost: only asking for the generation does. A gateway may change to that. */
  tellsLater: boolean;
}

/** What will be wrong with a result, and for how long. */
export interface Coming {
  readonly kind: FileTrouble;
  readonly forMs: number;
}

export interface Gateway extends Kind {
  readonly world: World;
  readonly name: string;
  readonly origin: string;
  /** What it lets in. */
  key: string | null;
  readonly manners: Manners;
  readonly random: Random;
  /** For the form in which its replies are written. */
  readonly wireRandom: Random;
  readonly account: Account;
  readonly waiting: Waiting[];
  /** For the next results, in order. */
  readonly comingTroubles: (Coming | null)[];
  readonly files: Map<string, FarResult>;
  readonly jobs: Map<string, FarJob>;
  readonly keys: Map<string, { reply: Reply | null }>;
  /** Each with its charge, once it is charged. */
  readonly generations: Map<string, Charge | null>;
  readonly requests: FarRequest[];
  /** Answers beyond every bound that the app read to their end. */
  readonly swallowed: Route[];
  /** Models beside the usual ones, with a price of their tokens. */
  readonly listed: Set<string>;
  /** Marked prompts that it keeps, and until when. */
  readonly caches: Map<string, number>;
  /** Calls that it works on, to charge them when they are done. */
  working: number;
  /** Whatever it is asked now is answered soon. */
  isPrompt: boolean;
  /** It has claimed another amount than it charged. */
  lies: boolean;
  /** Some costs are known minutes after those of later calls. */
  learnsLate: boolean;
}

/** Where the files of a gateway are, if not with itself. */
export const filesOriginOf = ({ manners, origin }: Pick<Gateway, 'manners' | 'origin'>): string =>
  manners.filesElsewhere ? origin.replace('://', '://files.') : origin;

const inCredits: Kind = { unit: 'credits', dialect: 'plain' };

export function createGateway(world: World, name: string, origin: string, kind = inCredits): Gateway {
  const random = createRandom(`${world.seed} ${name}`);
  const tells = random.weighted({ all: 8, used: 1, nothing: 1 });
  return {
    ...{ world, name, origin, key: null, random, ...kind },
    wireRandom: createRandom(`${world.seed} ${name} wire`),
    manners: {
      keys: random.pick(['replays', 'conflicts', 'ignored'] as const),
      // This kind has no call for the balance.
      tells: kind.dialect === 'requesty' && tells === 'all' ? 'used' : tells,
      sends: random.pick(['bytes', 'addresses'] as const),
      filesNeedKey: random.chance(0.2),
      filesElsewhere: random.chance(0.4),
      ranges: random.weighted({ honored: 6, ignored: 2, wrong: 1 }),
      // The parts of a long text are of one form.
      speechForm: random.chance(0.7) ? -1 : random.int(0, 5),
      prices: random.weighted({ told: 6, untold: 2, negative: 2 }),
      tellsLater: kind.dialect === 'openrouter' && tells === 'all' && random.chance(0.3),
    },
    account: openAccount(kind.unit === 'usd' ? 50_000_000_000 : 1_000_000_000),
    ...{
      waiting: [],
      comingTroubles: [],
      files: new Map(),
      jobs: new Map(),
      keys: new Map(),
      generations: new Map(),
      requests: [],
      swallowed: [],
      listed: new Set(),
      caches: new Map(),
      working: 0,
      isPrompt: false,
      lies: false,
      learnsLate: false,
    },
  };
}

export type Body = Readonly<Record<string, unknown>>;

/** Books what a call cost. */
export function charge(
  { account, world, generations }: Gateway,
  request: Pick<FarRequest, 'headers' | 'generation'>,
  what: Pick<Charge, 'amount' | 'operation' | 'text'> & Partial<Charge>,
): Charge {
  const made: Charge = {
    ...{ at: world.scheduler.now(), results: [], meant: null, remoteId: null, deliveredIn: null, ...what },
    key: request.headers.get('idempotency-key'),
    marker: markerOf(what.text),
  };
  book(account, made);
  if (request.generation !== undefined) generations.set(request.generation, made);
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
