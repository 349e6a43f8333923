/** A gateway for one test: real server, real database, in this process. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServerOptions, startServer } from '../../electron/sandbox/server';
import { builtMediaEntry } from './media-entry';

export interface SandboxCharge {
  readonly id: number;
  readonly at: number;
  readonly operation: string;
  readonly model: string | null;
  readonly state: 'completed' | 'aborted' | 'failed';
  /** In credits. */
  readonly credits: number;
  readonly balance: number;
  readonly prompt_tokens: number | null;
  readonly completion_tokens: number | null;
  readonly request_id: string;
  readonly idempotency_key: string | null;
}

/** The gateway's own account; all amounts in credits. */
export interface SandboxAccount {
  readonly initial: number;
  readonly balance: number;
  readonly held: number;
  readonly charged: number;
  readonly chargeCount: number;
  /** Newest first, up to 1,000. */
  readonly charges: readonly SandboxCharge[];
  /** Requests received, such as `{ "POST /api/v1/chat/completions": 2 }`. */
  readonly requests: Readonly<Record<string, number>>;
}

export interface TestSandbox {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly dataDir: string;
  account(): Promise<SandboxAccount>;
  /** Stops it; its data folder is removed, unless it was given. */
  close(): Promise<void>;
}

export type TestSandboxOptions = Partial<ServerOptions>;

export async function startTestSandbox(options: TestSandboxOptions = {}): Promise<TestSandbox> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'gatehouse-sandbox-')));
  const apiKey = options.apiKey ?? 'sandbox-key-for-tests';
  const server = await startServer({
    callsPerMinute: 100_000,
    mediaEntry: builtMediaEntry,
    ...options,
    dataDir,
    apiKey,
  });
  return {
    baseUrl: server.baseUrl,
    apiKey,
    dataDir,
    account: () => readAccount(server.baseUrl, apiKey),
    close: async () => {
      await server.close();
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The account of any running sandbox. */
export async function readAccount(baseUrl: string, apiKey: string): Promise<SandboxAccount> {
  const url = new URL('/sandbox/account?limit=1000', baseUrl);
  const response = await fetch(url, { headers: { authorization: `Bearer ${apiKey}` } });
  const body = await response.json();
  if (!response.ok) throw new Error(`The account cannot be read: ${JSON.stringify(body)}`);
  return {
    initial: body.initial_credits,
    balance: body.balance,
    held: body.held,
    charged: body.charged,
    chargeCount: body.charge_count,
    charges: body.charges.data,
    requests: body.requests,
  };
}
