/** The gateways: the client of each profile, and the embedded one. */
import type { Model } from '../../../shared/models/models';
import type { ProfileMoney } from '../../../shared/money/money';
import type { GatewayConnection } from '../../../shared/profiles/gateway-connection';
import type { LocalServer } from '../../../shared/profiles/local-servers';
import type { ConnectionReport } from '../../../shared/profiles/profiles';
import type { Answered, DroppedField, NetworkAccess, ThinkingBack, Wording } from '../../gateway/types/call';
import type { ModelRecord } from '../../gateway/types/client';
import type { MediaGateway } from './media-gateway';

export interface GatewayAccess {
  readonly profileId: string;
  readonly apiKey: string;
  readonly baseUrl: string;
  /** Hosts on this computer or its network from which results may be downloaded. */
  readonly resultHosts?: readonly string[];
  /** Other origins that may be asked about its jobs, with its key. */
  readonly jobOrigins?: readonly string[];
  /** Which kind of gateway it is; by the address where left out. */
  readonly gateway?: GatewayConnection['gateway'];
  readonly authentication?: GatewayConnection['authentication'];
  /** Sent to the gateway's own origin only. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Values of secret headers: removed, as the key is, from all that is shown or kept. */
  readonly secrets?: readonly string[];
  readonly query?: Readonly<Record<string, string>>;
  readonly paths?: GatewayConnection['paths'];
  /** How long it may stay silent; the defaults for its address where left out. */
  readonly timeLimits?: GatewayConnection['timeLimits'];
  /** How its requests leave this computer; the host's default where left out. */
  readonly network?: NetworkAccess;
}

export interface GatewayPort {
  client(access: GatewayAccess): MediaGateway;
  toModel(record: ModelRecord): Model;
  /** How a gateway of this address and kind charges; credits where left out. */
  money?(gateway: Pick<GatewayAccess, 'baseUrl' | 'gateway'>): ProfileMoney;
  /** What it takes of the thinking of earlier replies; with calls of tools where left out. */
  thinkingBack?(gateway: Pick<GatewayAccess, 'baseUrl' | 'gateway'>): ThinkingBack;
  /** Hears of each field that a model refused and that calls to it leave out from then on. */
  onDroppedField?(listener: (dropped: DroppedField) => void): void;
  /** Hears of each response of each profile's gateway, once its headers have arrived. */
  onAnswered?(listener: (answered: Answered & { readonly profileId: string }) => void): void;
  /** How its requests read outside of the app. */
  wording(access: Pick<GatewayAccess, 'baseUrl' | 'gateway' | 'paths'>): Wording;
  /** Asks the usual ports of this computer; called only when a person wants it. */
  findLocal(): Promise<readonly LocalServer[]>;
  /** @throws AppError `invalid_input` for certificates or a key that can't be used */
  checkNetwork?(access: NetworkAccess): void;
  probe(access: GatewayAccess): Promise<Omit<ConnectionReport, 'profileId'>>;
}

/** The embedded gateway. */
export interface SandboxPort {
  start(): Promise<{ readonly baseUrl: string; readonly apiKey: string }>;
  /** A chat is about to be sent: what the first reply needs is loaded meanwhile. Nothing where it does not run. */
  expectChat(): void;
  /** Called when it exits without `stop`. */
  onExit(listener: () => void): void;
  stop(): Promise<void>;
}
