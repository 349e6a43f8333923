/** What the commands without a window share: whose gateway they ask, and how they end. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { version } from '../package.json';
import type { CommandInput, CommandName, CommandResult } from '../shared/contract';
import { AppError, type Envelope } from '../shared/errors';
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
  { env }: Pick<CommandWorld, 'env'>,
  ask: Ask,
  { baseUrl, keyFrom, profile }: GatewayOptions,
): Promise<string> {
  const key = env[keyFrom]?.trim() ?? '';
  if (baseUrl === null) {
    const id = await profileNamed(ask, profile ?? '', '--profile');
    if (key !== '') await ask('profiles.saveKey', { id, key, keep: 'session' });
    return id;
  }
  if (key === '') throw new UsageError(`Set the environment variable ${keyFrom} to the key.`);
  const name = new URL(baseUrl).host;
  const { id } = await ask('profiles.create', { name, baseUrl, key, keep: 'session' });
  return id;
}

export async function profileNamed(ask: Ask, name: string, flag: string): Promise<string> {
  const { profiles } = await ask('app.snapshot', {});
  const found = profiles.find((profile) => profile.name.toLowerCase() === name.toLowerCase());
  if (found !== undefined) return found.id;
  const names = profiles.map((profile) => profile.name).join(', ');
  throw new UsageError(`${flag}: there is no profile “${name}”. Known: ${names}`);
}

/**
 * Reads the list of models, which has their prices, and leaves the profile in use as it was.
 * @throws AppError where it can't be read
 */
export async function readModels(ask: Ask, profileId: string): Promise<readonly string[]> {
  const { activeProfileId } = await ask('app.snapshot', {});
  await ask('profiles.activate', { id: profileId });
  try {
    await ask('models.refresh', {});
    return (await ask('app.snapshot', {})).catalogue.models.map(({ id }) => id);
  } finally {
    await ask('profiles.activate', { id: activeProfileId });
  }
}

/** A number after `--budget`. */
export function readBudget(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^\d+(\.\d+)?$/.test(text)) throw new UsageError(`--budget takes a number, not “${text}”.`);
  return Number(text);
}

/**
 * Opens the core for one command: on the data of this computer, or for an address on a folder that is deleted after it.
 * @param sandboxEntry beside the entry of the command: this module may be built into a chunk in another folder
 */
export async function withCore<Result>(
  { baseUrl }: Pick<GatewayOptions, 'baseUrl'>,
  sandboxEntry: URL,
  run: (core: Core) => Promise<Result>,
): Promise<Result> {
  const home = baseUrl === null ? dataFolder() : mkdtempSync(join(tmpdir(), 'gatehouse-command-'));
  if (baseUrl === null) prepareDataFolder(home);
  try {
    const core = await openGatehouse({
      home,
      host: 'browser',
      fetch: nodeFetch,
      version,
      sandboxEntry,
      mediaFolder: mediaFolder(home),
      log: (line) => process.stderr.write(`${line}\n`),
    });
    try {
      return await run(core);
    } finally {
      await core.close();
    }
  } finally {
    if (baseUrl !== null) rmSync(home, { recursive: true, force: true });
  }
}

/** The reader of the output may stop reading. */
export function keepWriting(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

/** Why a command could not be run, for a person. */
export function explain(error: unknown, usage: string): string {
  if (error instanceof UsageError) return `${error.message}\n\n${usage}`;
  if (error instanceof AppError && error.data.code === 'busy')
    return `${error.message} Close it, or name the gateway with --base-url.`;
  return error instanceof Error ? error.message : String(error);
}
