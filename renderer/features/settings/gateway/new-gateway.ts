/** The form of a new gateway: pure, so that what fills which field is tested without a page. */
import type { CommandInput } from '../../../../shared/contract';
import { type KnownGateway, knownGateway } from '../../../../shared/gateways/gateways';
import { isSecretName } from '../../../../shared/profiles/credential-names';
import type { LocalServer } from '../../../../shared/profiles/local-servers';
import type { Pasted } from '../../../lib/pasted/pasted';
import {
  type ConnectionDraft,
  connectionOf,
  emptyDraft,
  gatewayOf,
  placeholdersOf,
  problemsOf,
  withGateway,
  withoutPasted,
} from './connection-draft';

export interface NewGateway {
  readonly name: string;
  /** Typed by the person: another gateway does not replace it. */
  readonly isNamed: boolean;
  readonly baseUrl: string;
  readonly key: string;
  readonly draft: ConnectionDraft;
  /** What filled the form last: its key and headers were given for its address, and go with it. */
  readonly pasted: Pasted | null;
}

export const newGateway: NewGateway = {
  name: '',
  isNamed: false,
  baseUrl: '',
  key: '',
  draft: emptyDraft,
  pasted: null,
};

export const chosenGateway = ({ draft, baseUrl }: NewGateway): KnownGateway => gatewayOf(draft, baseUrl);

/** Prefills the address, unless the person typed one. */
export function withChosen(form: NewGateway, gateway: KnownGateway): NewGateway {
  const before = knownGateway(form.draft.gateway ?? 'plain');
  const isOwn = form.baseUrl !== '' && form.baseUrl !== before.baseUrl;
  const moved = movedTo(form, isOwn ? form.baseUrl : (gateway.baseUrl ?? ''));
  return { ...moved, ...named(form, gateway), draft: withGateway(moved.draft, gateway) };
}

/** With another address; what was pasted for one service is not sent to another. */
export function movedTo(form: NewGateway, baseUrl: string): NewGateway {
  const { pasted } = form;
  if (pasted === null || originOf(baseUrl) === originOf(form.baseUrl)) return { ...form, baseUrl };
  const key = form.key === pasted.key ? '' : form.key;
  return { ...form, baseUrl, key, draft: withoutPasted(form.draft, pasted), pasted: null };
}

const originOf = (address: string): string => (URL.canParse(address) ? new URL(address).origin : address);

/** A server that was found: its address, and no key where it wants none. */
export function withLocalServer(
  form: NewGateway,
  { gateway: id, baseUrl, modelCount }: LocalServer,
): NewGateway {
  const gateway = knownGateway(id);
  const chosen = movedTo(withChosen(form, gateway), baseUrl);
  const name = form.isNamed ? form.name : id === 'plain' ? 'Local server' : gateway.name;
  const authentication = modelCount === null ? 'bearer' : 'none';
  return { ...chosen, name, draft: { ...chosen.draft, authentication } };
}

export const named = (form: NewGateway, gateway: KnownGateway): Partial<NewGateway> =>
  form.isNamed || gateway.id === 'plain' ? {} : { name: gateway.name };

/** What the profile is called where nobody names it: the host at its address, such as `gateway.example`. */
export function ownName({ baseUrl }: Pick<NewGateway, 'baseUrl'>): string {
  const address = baseUrl.trim();
  return /^https?:/i.test(address) && URL.canParse(address) ? new URL(address).host : '';
}

const nameOf = (form: NewGateway): string => (form.name.trim() === '' ? ownName(form) : form.name);

/** Why the form can't be sent yet; `null` where it can. The core has the last word on names and addresses. */
export function problemOf(form: NewGateway): string | null {
  const { baseUrl, draft } = form;
  const [placeholder] = placeholdersOf(baseUrl);
  if (placeholder !== undefined) return `Replace ${placeholder} in the base URL with yours.`;
  if (baseUrl.trim() === '') return 'Enter a base URL.';
  if (nameOf(form) === '') return 'Enter a base URL that begins with https:// or http://.';
  return problemsOf(draft)[0] ?? null;
}

/** The command, and whether the profile then has all that a request needs. */
export function inputOf(
  form: NewGateway,
  keep: 'keychain' | 'session',
): { readonly input: CommandInput<'profiles.create'>; readonly isReady: boolean } {
  const key = form.key.trim();
  const connection = connectionOf(form.draft);
  const gateway = chosenGateway(form);
  // The form says to leave the key empty where none is needed; one saved later is sent.
  const isKeyless = key === '' && gateway.key !== 'needed' && connection.authentication.kind === 'bearer';
  const authentication = isKeyless ? ({ kind: 'none' } as const) : connection.authentication;
  const { baseUrl, query } = readAddressQuery(form.baseUrl);
  return {
    input: {
      name: nameOf(form),
      baseUrl,
      keep,
      connection: { ...connection, query: [...connection.query, ...query], authentication },
      ...(key !== '' && authentication.kind !== 'none' && { key }),
    },
    isReady: key !== '' || authentication.kind === 'none',
  };
}

/** A base URL that was typed with a query: its parameters belong to every call. */
function readAddressQuery(address: string): Pick<CommandInput<'profiles.create'>, 'baseUrl'> & {
  readonly query: ConnectionQuery;
} {
  const at = address.indexOf('?');
  if (at === -1) return { baseUrl: address, query: [] };
  const given = [...new URLSearchParams(address.slice(at + 1))].filter(([name]) => name.trim() !== '');
  const query = given.map(([name, value]) => ({
    name,
    value,
    ...(isSecretName(name) && { isSecret: true }),
  }));
  return { baseUrl: address.slice(0, at), query };
}

type ConnectionQuery = ReturnType<typeof connectionOf>['query'];
