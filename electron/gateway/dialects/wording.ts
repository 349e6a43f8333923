/** How the requests of a gateway read, for code that is run without the app. */
import type { GatewayId, PathName } from '../../../shared/gateways/gateways';
import { addressOf, defaultPaths, editsPath, type GatewayPaths, splitRoute } from '../http/paths';
import type { Wording } from '../types/call';
import { chooseDialect } from './dialects';
import { inputWriterOf } from './media-inputs';

interface Reached {
  readonly baseUrl: string;
  readonly gateway?: GatewayId | null;
  readonly paths?: Readonly<Partial<Record<PathName, string>>>;
}

export function wordingOf({ baseUrl, gateway, paths: own }: Reached): Wording {
  const dialect = chooseDialect(baseUrl, gateway);
  const paths: GatewayPaths = { ...defaultPaths, ...dialect.paths, ...own };
  const base = baseUrl.replace(/\/+$/, '');
  return {
    scheme: dialect.scheme,
    keyHeader: dialect.keyHeader,
    headers: dialect.fixedHeaders,
    addressesOf(operation, isEdit = false) {
      const used = operation === 'videos' ? (['videos', 'job'] as const) : ([operation] as const);
      return {
        url: addressOf(base, isEdit ? editsPath(paths.images) : paths[operation]),
        jobUrl: addressOf(base, splitRoute(paths.job).path),
        isUsual: used.every((name) => paths[name] === defaultPaths[name]),
      };
    },
    toBody: (operation, body) => dialect.toBody(operation, { ...body }),
    withInputs(operation, body, inputs) {
      const hasInputs = operation === 'images' || operation === 'videos';
      const writer = hasInputs ? inputWriterOf(dialect.id, operation) : null;
      const known = inputs.filter(({ role }) => writer?.roles.includes(role));
      return writer === null || known.length === 0 ? { body } : writer.write({ ...body }, known);
    },
  };
}
