/** What a form needs to know of a gateway. */
import type { GatewayId } from './ids';

export interface KnownGateway {
  readonly id: GatewayId;
  readonly name: string;
  /** Prefilled; `{…}` is to be replaced by the person. `null` where each installation has its own. */
  readonly baseUrl: string | null;
  /** Other hosts of the same service, such as those of another region. */
  readonly otherHosts: readonly string[];
  /** How its keys begin, where no other service's do. */
  readonly keyPrefixes: readonly string[];
  readonly key: 'needed' | 'optional' | 'none';
  /** Headers other than the key that this gateway knows. */
  readonly headers: readonly {
    readonly name: string;
    readonly isSecret: boolean;
    readonly isNeeded: boolean;
    /** One sentence for the form. */
    readonly help: string;
  }[];
  /** Without one, model ids are typed. */
  readonly hasModelList: boolean;
}

type Facts = Partial<Omit<KnownGateway, 'id' | 'name' | 'baseUrl'>>;

export const known = (
  id: GatewayId,
  name: string,
  baseUrl: string | null,
  more: Facts = {},
): KnownGateway => ({
  id,
  name,
  baseUrl,
  otherHosts: [],
  keyPrefixes: [],
  key: 'needed',
  headers: [],
  hasModelList: true,
  ...more,
});

export const optional = (name: string, help: string, isSecret = false) => ({
  name,
  isSecret,
  help,
  isNeeded: false,
});
