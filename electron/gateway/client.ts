/** The gateway's client: the nine operations of the interface over one transport. */
import type { GatewayId } from '../../shared/gateways/gateways';
import { formsOfKey } from '../../shared/profiles/credential-names';
import type { Authentication } from '../../shared/profiles/gateway-connection';
import type { TimeLimits } from '../../shared/profiles/time-limits';
import type { ReportedBalance } from './dialects/dialect';
import { chooseDialect } from './dialects/dialects';
import type { ClientContext, Timeouts } from './http/call';
import { type Download, type DownloadOptions, download } from './http/download';
import { defaultPaths, type GatewayPaths } from './http/paths';
import { createRefusedFields, type RefusedFields } from './http/refused-fields';
import { createResultGuard } from './http/result-guard';
import { DEFAULT_MAX_ATTEMPTS, sleep } from './http/retry';
import { timeoutsFor } from './http/watch';
import { nodeNetwork } from './network/node-network';
import { readBalance, readGenerationCost } from './operations/account';
import { createChat } from './operations/chat';
import { createEmbeddings } from './operations/embeddings';
import { createImages } from './operations/images';
import { createJobContext, createJobs } from './operations/jobs';
import { createModels } from './operations/models';
import { createSpeech } from './operations/speech';
import { takesChats } from './operations/takes-chats';
import { createVideos } from './operations/videos';
import { createRedactor } from './record/redact';
import type { Answered, CallOptions, FetchLike, ReportedCost, ResultNetwork } from './types/call';
import type { GatewayClient } from './types/client';

export interface GatewayClientOptions {
  /** The service API key. It is sent to `baseUrl` only, and never appears in a result or an error. */
  readonly apiKey: string;
  /** Usually ends in `/api/v1`. */
  readonly baseUrl: string;
  readonly fetch: FetchLike;
  /** How the host resolves names and connects for results; Node's default if left out. */
  readonly network?: ResultNetwork;
  /** Hosts of this computer or its network that may hold results, such as `192.168.1.5:9000`. */
  readonly resultHosts?: readonly string[];
  /** Other origins that the person lets ask about jobs, with the key. */
  readonly jobOrigins?: readonly string[];
  /** The profile's; the defaults for its address where left out. */
  readonly timeLimits?: TimeLimits;
  /** Instead of all others. */
  readonly timeouts?: Partial<Timeouts>;
  /** The kind of gateway; derived from the address if left out. */
  readonly gateway?: GatewayId | null;
  /** A bearer token if left out. */
  readonly authentication?: Authentication;
  /** Sent to the base URL's origin only. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Values other than the key that are removed from all that leaves the client. */
  readonly secrets?: readonly string[];
  readonly query?: Readonly<Record<string, string>>;
  /** Shared by all clients, so that each refused field is learned once; its own if left out. */
  readonly refusedFields?: RefusedFields;
  readonly paths?: Partial<GatewayPaths & { readonly balance: string }>;
  readonly maxAttempts?: number;
  /** Waits between attempts and between polls of a job. Rejects when the signal aborts. */
  readonly sleep?: (delayMs: number, signal?: AbortSignal) => Promise<void>;
  /** Hears of each response, once its headers have arrived. */
  readonly onAnswered?: (answered: Answered) => void;
  /** Milliseconds since the epoch. If given, durations are measured with it too. */
  readonly now?: () => number;
}

/** The client, and the download of results that its replies only link to. */
export interface GatewayConnection extends GatewayClient {
  /**
   * Never sends the key to another origin, and never requests this computer or its network without permission. Throws a
   * `GatewayError`.
   */
  download(url: string, options?: DownloadOptions): Promise<Download>;
  /** The balance in the gateway's own currency; `null` if it has no such call. Free. Throws a `GatewayError`. */
  balance(options?: CallOptions): Promise<ReportedBalance | null>;
  /** What one earlier call cost; `null` where the gateway doesn't tell. Free. Throws a `GatewayError`. */
  generationCost(id: string, options?: CallOptions): Promise<ReportedCost | null>;
  /** Whether it answers at the path of chats, for a gateway without a list of models. Free. */
  takesChats(): Promise<boolean>;
}

export function createGatewayClient(options: GatewayClientOptions): GatewayConnection {
  const context = createContext(options);
  const paths = { ...defaultPaths, ...context.dialect.paths, ...options.paths };
  const reading = createJobContext(context, paths, options.paths?.job !== undefined);
  const jobs = createJobs(context, paths, reading);
  return {
    chat: createChat(context, paths),
    embeddings: createEmbeddings(context, paths),
    images: createImages(context, paths, reading),
    audio: createSpeech(context, paths, reading),
    videos: createVideos(context, paths, { jobs, reading }),
    jobs,
    models: createModels(context, paths),
    balance: (balanceOptions) => readBalance(context, options.paths?.balance, balanceOptions),
    generationCost: (id, costOptions) => readGenerationCost(context, id, costOptions),
    takesChats: () => takesChats(context, paths),
    download: (url, downloadOptions = {}) => download(context, url, downloadOptions),
  };
}

function createContext(options: GatewayClientOptions): ClientContext {
  const { network = nodeNetwork, baseUrl, resultHosts: allowedHosts = [] } = options;
  const { resolve, pin } = network;
  return {
    apiKey: options.apiKey,
    baseUrl: options.baseUrl.replace(/\/+$/, ''),
    dialect: chooseDialect(baseUrl, options.gateway),
    auth: options.authentication ?? { kind: 'bearer' },
    headers: options.headers ?? {},
    jobOrigins: options.jobOrigins ?? [],
    query: options.query ?? {},
    secrets: options.secrets ?? [],
    refusedFields: options.refusedFields ?? createRefusedFields(),
    fetch: options.fetch,
    results: {
      fetch: network.fetch ?? options.fetch,
      guard: createResultGuard({ baseUrl, allowedHosts, resolve }),
      pin,
    },
    timeouts: { ...timeoutsFor(baseUrl, options.timeLimits), ...options.timeouts },
    redactor: createRedactor([...formsOfKey(options.apiKey), ...(options.secrets ?? [])]),
    maxAttempts: options.maxAttempts ?? DEFAULT_MAX_ATTEMPTS,
    sleep: options.sleep ?? sleep,
    onAnswered: options.onAnswered ?? (() => undefined),
    now: options.now ?? Date.now,
    monotonic: options.now ?? (() => performance.now()),
  };
}

type AnsweredProfile = Answered & { readonly profileId: string };

/** Passes on the news of all clients. */
export function createAnswerListeners() {
  const listeners = new Set<(answered: AnsweredProfile) => void>();
  return {
    on: (listener: (answered: AnsweredProfile) => void): void => void listeners.add(listener),
    tell(answered: AnsweredProfile): void {
      for (const listener of listeners) listener(answered);
    },
  };
}
