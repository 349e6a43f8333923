/** What one kind of gateway sends, written from its documentation, and what is to be read from it. */

import type { ReportedBalance } from '../../../../electron/gateway/dialects/dialect';
import type { ReportedCost } from '../../../../electron/gateway/types/call';
import type { GatewayId } from '../../../../shared/gateways/gateways';
import type { Model } from '../../../../shared/models/models';

export interface Answered {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, or the events of a stream. */
  readonly body: unknown;
}

type Route = `${'GET' | 'POST'} ${string}`;

export interface DialectShapes {
  readonly id: GatewayId;
  /** Path of the base URL. */
  readonly base: string;
  /** By method and path with query; several are answered in turn, the last one again and again. */
  readonly routes: Readonly<Record<Route, Answered | readonly Answered[]>>;
  readonly models?: readonly Partial<Model>[];
  /** Text and cost of the whole reply and of the stream at the chat's path. */
  readonly chat?: { readonly text: string; readonly cost: ReportedCost | null };
  readonly stream?: { readonly text: string; readonly cost: ReportedCost | null };
  readonly image?: { readonly sent: object; readonly cost: ReportedCost | null };
  readonly video?: {
    readonly sent: object;
    readonly id: string;
    readonly cost: ReportedCost | null;
    /** Path of the file at the gateway, or an address elsewhere. */
    readonly file: string;
  };
  readonly balance?: ReportedBalance;
  readonly isOutOfCredits?: Answered;
}

export const usd = (amount: number, from = 'usage.cost'): ReportedCost => ({ amount, currency: 'USD', from });
