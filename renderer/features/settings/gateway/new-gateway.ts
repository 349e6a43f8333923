/** The form of a new gateway: pure, so that what fills which field is tested without a page. */
import type { CommandInput } from '../../../../shared/contract';
import { type KnownGateway, knownGateway } from '../../../../shared/gateways';
import type { LocalServer } from '../../../../shared/local-servers';
import { type Pasted, readPasted } from '../../../lib/pasted/read-pasted';
import {
  type ConnectionDraft,
  connectionOf,
  emptyDraft,
  gatewayOf,
  placeholdersOf,
  problemsOf,
  withGateway,
  withPasted,
} from './connection-draft';

export interface NewGateway {
  readonly name: string;
  /** Typed by the person: another gateway does not replace it. */
  readonly isNamed: boolean;
  readonly baseUrl: string;
  readonly key: string;
  readonly draft: ConnectionDraft;
}

export const newGateway: NewGateway = { name: '', isNamed: false, baseUrl: '', key: '', draft: emptyDraft };

export const chosenGateway = ({ draft, baseUrl }: NewGateway): KnownGateway => gatewayOf(draft, baseUrl);

/** Prefills the address, unless the person typed one. */
export function withChosen(form: NewGateway, gateway: KnownGateway): NewGateway {
  const before = knownGateway(form.draft.gateway ?? 'plain');
  const isOwn = form.baseUrl !== '' && form.baseUrl !== before.baseUrl;
  return {
    ...form,
    ...named(form, gateway),
    baseUrl: isOwn ? form.baseUrl : (gateway.baseUrl ?? ''),
    draft: withGateway(form.draft, gateway),
  };
}

/** A server that was found: its address, and no key where it wants none. */
export function withLocalServer(
  form: NewGateway,
  { gateway: id, baseUrl, modelCount }: LocalServer,
): NewGateway {
  const gateway = knownGateway(id);
  const chosen = { ...withChosen(form, gateway), baseUrl };
  const name = form.isNamed ? form.name : id === 'plain' ? 'Local server' : gateway.name;
  const authentication = modelCount === null ? 'bearer' : 'none';
  return { ...chosen, name, draft: { ...chosen.draft, authentication } };
}

const named = (form: NewGateway, gateway: KnownGateway): Partial<NewGateway> =>
  form.isNamed || gateway.id === 'plain' ? {} : { name: gateway.name };

/**
 * What a pasted text fills.
 * @param intoAddress an address alone fills the form only where one belongs
 * @returns `null` where the text is to be pasted as it is
 */
export function filledFrom(
  form: NewGateway,
  text: string,
  intoAddress: boolean,
): { readonly form: NewGateway; readonly text: string } | null {
  const pasted = readPasted(text);
  if (pasted === null || (pasted.from === 'address' && !intoAddress)) return null;
  const filled = {
    ...form,
    ...(pasted.gateway === null ? {} : named(form, knownGateway(pasted.gateway))),
    baseUrl: pasted.baseUrl ?? form.baseUrl,
    key: pasted.key ?? form.key,
    draft: withPasted(form.draft, pasted),
  };
  return { form: filled, text: wordsOf(pasted) };
}

/** `Filled from the cURL command: address, key, 2 headers.` */
function wordsOf({ from, baseUrl, key, headers, query }: Pasted): string {
  const parts = [
    ...(baseUrl === null ? [] : ['address']),
    ...(key === null ? [] : ['key']),
    ...(headers.length === 0 ? [] : [`${headers.length} ${headers.length === 1 ? 'header' : 'headers'}`]),
    ...(query.length === 0
      ? []
      : [`${query.length} query ${query.length === 1 ? 'parameter' : 'parameters'}`]),
  ];
  return parts.length === 0
    ? `Found nothing to fill in the ${from}.`
    : `Filled from the ${from}: ${parts.join(', ')}.`;
}

/** Why the form can't be sent yet; `null` where it can. The core has the last word on names and addresses. */
export function problemOf({ name, baseUrl, draft }: NewGateway): string | null {
  const [placeholder] = placeholdersOf(baseUrl);
  if (placeholder !== undefined) return `Replace ${placeholder} in the base URL with yours.`;
  if (name.trim() === '' || baseUrl.trim() === '') return 'Enter a name and a base URL.';
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
  return {
    input: {
      name: form.name,
      baseUrl: form.baseUrl,
      keep,
      connection: { ...connection, authentication },
      ...(key !== '' && authentication.kind !== 'none' && { key }),
    },
    isReady: key !== '' || authentication.kind === 'none',
  };
}
