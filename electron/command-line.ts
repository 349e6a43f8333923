/** What the commands without a window share: whose gateway they ask, and how they end. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { version } from '../package.json';
import type { CommandInput, CommandName, CommandResult } from '../shared/contract';
import { AppError, type Envelope } from '../shared/errors';
import type { ModelCatalogue } from '../shared/models/models';
import { mostOf } from '../shared/money/money';
import { moneyUnits } from '../shared/money/money-units';
import type { Profile } from '../shared/profiles/profiles';
import { waitIn } from './command-disk';
import { shown } from './command-output';
import { openGatehouse } from './compose';
import type { Core } from './core/core';
import { dataFolder, mediaFolder, prepareDataFolder } from './data-folder';
import { nodeFetch } from './gateway/network/node-network';

/** A command line that can't be followed. */
export class UsageError extends Error {}

export const DEFAULT_VARIABLE = 'GATEHOUSE_API_KEY';

export interface CommandWorld {
  readonly core: Pick<Core, 'call' | 'subscribe'>;
  readonly env: NodeJS.ProcessEnv;
  /** A line of the output. */
  readonly print: (line: string) => void;
  /** A line for a person beside it. */
  readonly tell: (line: string) => void;
}

/** The gateway that is asked: a profile of this computer, or an address with a key from the environment. */
export interface GatewayOptions {
  readonly profile: string | null;
  readonly baseUrl: string | null;
  /** The name of the environment variable that holds the key. */
  readonly keyFrom: string;
  /** The person has named it; otherwise it may hold the key of another gateway. */
  readonly isKeyNamed: boolean;
}

export type Ask = <Name extends CommandName>(
  name: Name,
  input: CommandInput<Name>,
) => Promise<CommandResult<Name>>;

export const asker =
  (core: Pick<Core, 'call'>): Ask =>
  async (name, input) => {
    const envelope = (await core.call(name, input)) as Envelope<never>;
    if (!envelope.ok) throw new AppError({ ...envelope.error, code: envelope.error.code as 'internal' });
    return envelope.value;
  };

/** @returns the id of its profile; one is made for an address */
export async function openProfile(
  { env, tell }: Pick<CommandWorld, 'env' | 'tell'>,
  ask: Ask,
  options: GatewayOptions,
): Promise<string> {
  const { baseUrl, keyFrom, profile } = options;
  const key = env[keyFrom]?.trim() ?? '';
  if (baseUrl === null) {
    const found = await profileFor(ask, profile ?? '', '--profile');
    const note = key === '' ? null : whyNotUsed(found, options);
    if (note !== null) tell(note);
    else if (key !== '') await ask('profiles.saveKey', { id: found.id, key, keep: 'process' });
    return found.id;
  }
  if (key === '')
    throw new UsageError(
      `The environment variable ${keyFrom} is empty or not set. Set it to the key, or name another with --key-env.`,
    );
  if (!URL.canParse(baseUrl))
    throw new UsageError(`--base-url takes an address such as https://gateway.example/v1, not “${baseUrl}”.`);
  const name = new URL(baseUrl).host;
  const { id } = await ask('profiles.create', { name, baseUrl, key, keep: 'session' });
  return id;
}

/** A key goes to the gateway that it is for: to that of a profile with a key of its own only where the person says so. */
function whyNotUsed({ name, key }: Profile, { keyFrom, isKeyNamed }: GatewayOptions): string | null {
  if (key === 'not-needed') return `“${name}” needs no key, so that of ${keyFrom} isn’t sent.`;
  if (isKeyNamed || key === 'missing') return null;
  return `The stored key of “${name}” is used. To use that of ${keyFrom} instead, name it with --key-env.`;
}

export const profileNamed = async (ask: Ask, name: string, flag: string): Promise<string> =>
  (await profileFor(ask, name, flag)).id;

async function profileFor(ask: Ask, name: string, flag: string): Promise<Profile> {
  const { profiles } = await ask('app.snapshot', {});
  const [found, ...others] = profiles.filter((one) => one.name.toLowerCase() === name.toLowerCase());
  // One of them may have come with an archive of somebody else: the key would go to its address.
  if (found !== undefined && others.length > 0)
    throw new UsageError(
      `${flag}: ${others.length + 1} profiles have the name “${name}”. Rename them in Settings, so that only one has it.`,
    );
  if (found !== undefined) return found;
  const names = profiles.map((profile) => profile.name).join(', ');
  throw new UsageError(`${flag}: no profile has the name “${name}”. Use one of these: ${names}`);
}

/**
 * Reads the list of models, which has their prices. The profile in use stays the one in use.
 * @returns why it can't be read, or not to its end, with what is known of it from before
 */
export async function readModels(
  ask: Ask,
  profileId: string,
): Promise<Pick<ModelCatalogue, 'error' | 'unread'> & { readonly models: readonly string[] }> {
  await ask('models.refresh', { profileId });
  const { models, error, unread } = await ask('models.catalogue', { profileId });
  return { models: models.map(({ id }) => id), error, unread };
}

/** What every unit can count: above it a budget would be none. */
const mostBudget = Math.min(...moneyUnits.map(mostOf));

/** A number after `--budget`. */
export function readBudget(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^\d+(\.\d+)?$/.test(text))
    throw new UsageError(`--budget takes a number such as 5 or 0.25, not “${text}”.`);
  if (Number(text) > mostBudget)
    throw new UsageError(`--budget takes at most ${mostBudget.toLocaleString('en')}.`);
  return Number(text);
}

/** The name after `--key-env`; what can't be one may be a key, so it isn't repeated. */
export function readKeyName(text: string | undefined): string {
  if (text !== undefined && !/^[A-Za-z_][A-Za-z0-9_]*$/.test(text))
    throw new UsageError('--key-env takes the name of an environment variable, such as OPENAI_API_KEY.');
  return text ?? DEFAULT_VARIABLE;
}

/** Calls back for each line of the core's log. */
export type LogListening = (listen: (line: string) => void) => void;

/**
 * Opens the core for one command: on the data of this computer, or for an address on a folder that is deleted after it.
 * What is generated is kept either way.
 * @param sandboxEntry beside the entry of the command: this module may be built into a chunk in another folder
 */
export async function withCore<Result>(
  { baseUrl }: Pick<GatewayOptions, 'baseUrl'>,
  sandboxEntry: URL,
  run: (core: Core, onLog: LogListening) => Promise<Result>,
): Promise<Result> {
  const listeners = new Set<(line: string) => void>();
  const home = baseUrl === null ? dataFolder() : mkdtempSync(join(tmpdir(), 'gatehouse-command-'));
  const dropHome = () => void (baseUrl !== null && rmSync(home, { recursive: true, force: true }));
  if (baseUrl === null) prepareDataFolder(home);
  // Also where a second Ctrl+C ends it before it is done.
  process.once('exit', dropHome);
  try {
    const core = await openGatehouse({
      home,
      host: 'browser',
      leavesWork: true,
      fetch: nodeFetch,
      version,
      sandboxEntry,
      mediaFolder: mediaFolder(dataFolder()),
      log(line) {
        for (const listen of listeners) listen(line);
        // That comes every few seconds, and the command says it itself.
        if (waitIn(line) === null) process.stderr.write(`${shown(line)}\n`);
      },
    });
    try {
      return await run(core, (listen) => void listeners.add(listen));
    } finally {
      await core.close();
    }
  } finally {
    dropHome();
  }
}

/** As it was started. */
const ownName = (): string => (/start\.mjs$/.test(process.argv[1] ?? '') ? 'npm start --' : 'gatehouse');

/** Why a command could not be run, for a person. */
export function explain(error: unknown, command: 'check' | 'run'): string {
  if (error instanceof UsageError)
    return `${error.message}\nTo see all flags: ${ownName()} ${command} --help`;
  if (error instanceof AppError && error.data.code === 'busy')
    return `${error.message} A gateway that is named with --base-url needs neither.`;
  if (error instanceof AppError && error.data.code === 'needs_confirmation')
    return `${error.message} Add --yes to confirm.`;
  return error instanceof Error ? error.message : String(error);
}
