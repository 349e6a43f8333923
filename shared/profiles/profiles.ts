/** Gateways to send requests to. The key itself is never part of any of these records. */
import { z } from 'zod';
import type { AppErrorData } from '../errors';
import type { ProfileMoney } from '../money/money';
import { withoutOwnScheme } from './credential-names';
import type { GatewayConnection } from './gateway-connection';

/**
 * - `not-needed`: the app makes the key itself (Sandbox).
 * - `stored`: in the OS keychain.
 * - `session`: held in memory until the app closes.
 * - `missing`: none.
 * - `unreadable`: one was stored, but the keychain does not answer now.
 */
export type KeyState = 'not-needed' | 'stored' | 'session' | 'missing' | 'unreadable';

export interface Profile {
  readonly id: string;
  readonly name: string;
  readonly kind: 'sandbox' | 'gateway';
  /** Everything before the paths of the operations; usually ends in `/api/v1`. For the Sandbox, its current address. */
  readonly baseUrl: string;
  readonly key: KeyState;
  /** Absent for the Sandbox. Secret headers have no value here. */
  readonly connection?: GatewayConnection;
  /** How its gateway charges; credits where left out. */
  readonly money?: ProfileMoney;
}

/** Whether the OS keychain passed a write, a read and a delete at the last attempt. */
export type KeychainState =
  | { readonly available: true }
  | {
      readonly available: false;
      readonly reason: 'absent' | 'locked' | 'no-service' | 'failed';
      readonly message: string;
    };

export type ConnectionStepName = 'address' | 'proxy' | 'tls' | 'certificate' | 'key' | 'models' | 'balance';

export interface ConnectionStep {
  readonly name: ConnectionStepName;
  readonly state: 'ok' | 'failed' | 'skipped';
  /** One sentence: the result, or what is wrong and what to do. */
  readonly detail: string;
}

/** The result of "Test connection", step by step; the first failed step stops the test. */
export interface ConnectionReport {
  readonly profileId: string;
  readonly steps: readonly ConnectionStep[];
  readonly error: AppErrorData | null;
  /** Another base URL of the same origin that lists models, where the profile's doesn't. */
  readonly otherBaseUrl?: string;
}

/** `http(s)` only, no user name or password inside, no query and no fragment; a trailing slash is dropped. */
export const baseUrlSchema = z
  .string()
  .trim()
  .max(2_000)
  .transform((value, context) => {
    const url = URL.canParse(value) ? new URL(value) : null;
    if (url === null || !['http:', 'https:'].includes(url.protocol)) {
      context.addIssue({
        code: 'custom',
        message: 'must be an address such as https://gateway.example/api/v1',
      });
      return z.NEVER;
    }
    if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
      context.addIssue({
        code: 'custom',
        message: 'must not hold a user name, a password, a query or a fragment',
      });
      return z.NEVER;
    }
    return url.href.replace(/\/+$/, '');
  });

/** A host of this computer or its network that may hold results: name or address, and a port such as `nas.local:9000`. */
export const resultHostSchema = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(300)
  .transform((text, context) => {
    const [, name, port = ''] = /^(\[[^\]]+\]|[^\s/?#@:[\]\\]+)(:\d{1,5})?$/.exec(text) ?? [];
    // The form that appears in a result's address.
    if (name !== undefined && URL.canParse(`http://${name}${port}/`))
      return new URL(`http://${name}/`).hostname + port;
    context.addIssue({ code: 'custom', message: 'must be a host such as nas.local:9000' });
    return z.NEVER;
  });

/** An origin that is asked about jobs with the key, such as `https://queue.example.com`. */
export const jobOriginSchema = z
  .string()
  .max(300)
  .refine((text) => /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text, {
    message: 'must be an origin such as https://queue.example.com',
  });

/** Header-safe: what `Authorization: Bearer …` can carry, or a scheme of its own before it. */
export const apiKeySchema = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(10_000)
  .refine((key) => /^[\x21-\x7e]+$/.test(withoutOwnScheme(key)), 'must be printable ASCII without spaces');
