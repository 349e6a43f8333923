/** How the requests of a gateway read, for code that is run without the app. */
import type { GatewayId, PathName } from '../../../shared/gateways';
import { addressOf, defaultPaths, type GatewayPaths } from '../http/paths';
import type { Operation } from './dialect';
import { chooseDialect } from './dialects';

interface Reached {
  readonly baseUrl: string;
  readonly gateway?: GatewayId | null;
  readonly paths?: Readonly<Partial<Record<PathName, string>>>;
}

export interface Wording {
  /** The whole addresses of a call and of its job; `isUsual` where both have the documented paths. */
  addressesOf(operation: Operation | 'models'): { url: string; jobUrl: string; isUsual: boolean };
  toBody(operation: Operation, body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
}

export function wordingOf({ baseUrl, gateway, paths: own }: Reached): Wording {
  const dialect = chooseDialect(baseUrl, gateway);
  const paths: GatewayPaths = { ...defaultPaths, ...dialect.paths, ...own };
  const base = baseUrl.replace(/\/+$/, '');
  return {
    addressesOf(operation) {
      const used = operation === 'videos' ? (['videos', 'job'] as const) : ([operation] as const);
      return {
        url: addressOf(base, paths[operation]),
        jobUrl: addressOf(base, paths.job),
        isUsual: used.every((name) => paths[name] === defaultPaths[name]),
      };
    },
    toBody: (operation, body) => dialect.toBody(operation, { ...body }),
  };
}
