/** All of one run: the world, the far side, the person, and the app while it lives. */
import type { AppErrorData } from '../../shared/errors';
import { SANDBOX_PROFILE_ID } from '../../shared/profiles/sandbox-profile';
import { createGateway, type Gateway } from './far/gateway';
import { createIntents, type Intents } from './person/intents';
import { createMemory, type Memory } from './person/memory';
import type { App } from './world/app';
import type { DamagedPart } from './world/disk/damage';
import { createFetch, type Fetch, type Network } from './world/network';
import { createRandom } from './world/random';
import { SANDBOX_ORIGIN } from './world/sandbox';
import { createWorld, type World } from './world/world';

export const FAR_ORIGIN = 'https://gateway.simulated';
export const DOLLARS_ORIGIN = 'https://dollars.simulated';

/** A key as a person has it; it may be nowhere but in the keychain and in `Authorization`. */
export const keyOf = (seed: number): string => `sk-simulated-${seed}-Qz8vRk2mXw71`;
const keyForDollars = (seed: number): string => `sk-dollars-${seed}-Lm4tYp9cHn35`;

export interface Violation {
  readonly rule: string;
  readonly detail: string;
}

export interface Run {
  readonly world: World;
  readonly network: Network;
  readonly far: Gateway;
  readonly sandbox: Gateway;
  /** Charges US dollars; only some runs have a profile of it. */
  readonly dollars: Gateway;
  readonly gateways: readonly Gateway[];
  readonly fetch: Fetch;
  readonly intents: Intents;
  readonly memory: Memory;
  /** The person's own profile; `null` before it was made. */
  profileId: string | null;
  /** The same at the gateway that charges dollars. */
  dollarsId: string | null;
  readonly hasDollars: boolean;
  readonly startsInDollars: boolean;
  app: App | null;
  /** Commands that have not answered yet, and since when. */
  readonly asked: Map<symbol, { readonly name: string; readonly at: number; readonly life: number }>;
  readonly errors: { readonly where: string; readonly error: AppErrorData }[];
  readonly violations: Violation[];
  /** What is wrong with the database file, until the app has repaired it. */
  damage: { readonly part: DamagedPart } | null;
  /** Rows were lost with a page: what the app says of the past may have gaps. */
  hasLostRows: boolean;
  /** Profiles whose balance was compared while a damaged index hid rows: part of what it showed counts as spent by others. */
  readonly misread: Set<string>;
  /** Of the last start that succeeded. */
  startedVersion: number | null;
  /** From here on nothing may be sent that costs. */
  isHandsOff: boolean;
}

/** @param paysDollars its story has steps that need a profile which pays dollars */
export function createRun(seed: number, folder: string, paysDollars = false): Run {
  const world = createWorld(seed, folder);
  const network: Network = { downUntil: 0 };
  const far = createGateway(world, 'far', FAR_ORIGIN);
  const sandbox = createGateway(world, 'sandbox', SANDBOX_ORIGIN);
  far.key = keyOf(seed);
  const random = createRandom(`${seed} dollars`);
  const dialect = random.weighted({ openrouter: 3, requesty: 1 });
  const dollars = createGateway(world, 'dollars', DOLLARS_ORIGIN, { unit: 'usd', dialect });
  dollars.key = keyForDollars(seed);
  dollars.learnsLate = paysDollars;
  const gateways = [far, sandbox, dollars];
  const hasDollars = random.chance(0.35) || paysDollars;
  return {
    ...{ dollars, dollarsId: null, hasDollars, startsInDollars: hasDollars && random.chance(0.6) },
    ...{ world, network, far, sandbox, gateways, fetch: createFetch(world, network, gateways) },
    ...{ intents: createIntents(), memory: createMemory(), profileId: null, app: null },
    ...{ asked: new Map(), errors: [], violations: [], isHandsOff: false },
    ...{ damage: null, hasLostRows: false, misread: new Set<string>(), startedVersion: null },
  };
}

/** The profile that requests go to this gateway with; `null` before it was made. */
export function profileOf(run: Run, gateway: Gateway): string | null {
  if (gateway === run.sandbox) return SANDBOX_PROFILE_ID;
  return gateway === run.far ? run.profileId : run.dollarsId;
}

/** Written down once for each rule and detail. */
export function violate(run: Run, rule: string, detail: string): void {
  if (run.violations.some((known) => known.rule === rule && known.detail === detail)) return;
  run.violations.push({ rule, detail });
  run.world.story.push(`!! ${rule}: ${detail}`);
}
