/** How a profile reaches its gateway, while it is being typed. Pure: the form shows it, the core checks it again. */
import {
  type GatewayId,
  type KnownGateway,
  knownGateway,
  knownGatewayAt,
  type PathName,
} from '../../../../shared/gateways/gateways';
import { headerProblem } from '../../../../shared/profiles/connection-rules';
import { isSecretName } from '../../../../shared/profiles/credential-names';
import type { GatewayConnection } from '../../../../shared/profiles/gateway-connection';
import { maxTimeLimitSeconds, type TimeLimits } from '../../../../shared/profiles/time-limits';
import type { Pasted } from '../../../lib/pasted/pasted';

export interface HeaderRow {
  readonly row: number;
  readonly name: string;
  readonly value: string;
  readonly isSecret: boolean;
  /** Its value is in the keychain, and kept where none is typed. */
  readonly isStored: boolean;
}

export interface QueryRow {
  readonly row: number;
  readonly name: string;
  readonly value: string;
  /** `null`: by its name, until the person says otherwise. */
  readonly isSecret: boolean | null;
  /** Its value is in the keychain, and kept where none is typed. */
  readonly isStored: boolean;
}

export const isSecretRow = ({ name, isSecret }: Pick<QueryRow, 'name' | 'isSecret'>): boolean =>
  isSecret ?? isSecretName(name);

export interface ConnectionDraft {
  /** `null`: by the address. */
  readonly gateway: GatewayId | null;
  readonly authentication: GatewayConnection['authentication']['kind'];
  /** The header that carries the key where it isn't `Authorization`. */
  readonly keyHeader: string;
  readonly headers: readonly HeaderRow[];
  readonly query: readonly QueryRow[];
  readonly paths: Readonly<Partial<Record<PathName, string>>>;
  /** Minutes, as typed; empty is the default. */
  readonly firstByteMinutes: string;
  readonly silenceMinutes: string;
}

export const emptyDraft: ConnectionDraft = {
  gateway: null,
  authentication: 'bearer',
  keyHeader: 'api-key',
  headers: [],
  query: [],
  paths: {},
  firstByteMinutes: '',
  silenceMinutes: '',
};

export function draftOf(connection: GatewayConnection): ConnectionDraft {
  const { gateway, authentication, headers, query, paths, timeLimits } = connection;
  return {
    gateway,
    authentication: authentication.kind,
    keyHeader: authentication.kind === 'header' ? authentication.name : emptyDraft.keyHeader,
    headers: headers.map(({ name, isSecret, value }, row) => ({
      row,
      name,
      isSecret,
      value: value ?? '',
      isStored: isSecret,
    })),
    query: query.map(({ name, isSecret = null, value }, row) => ({
      row,
      name,
      isSecret,
      value: value ?? '',
      isStored: value === null,
    })),
    paths,
    firstByteMinutes: minutesOf(timeLimits?.firstByteSeconds),
    silenceMinutes: minutesOf(timeLimits?.silenceSeconds),
  };
}

const minutesOf = (seconds: number | null | undefined): string =>
  seconds == null ? '' : String(Number((seconds / 60).toFixed(2)));

/** `null` where it is empty; not a number where it is none. */
const secondsOf = (minutes: string): number | null =>
  minutes.trim() === '' ? null : Math.round(Number(minutes.replace(',', '.')) * 60);

function timeLimitsOf({ firstByteMinutes, silenceMinutes }: ConnectionDraft): TimeLimits | undefined {
  const limits = {
    firstByteSeconds: secondsOf(firstByteMinutes),
    silenceSeconds: secondsOf(silenceMinutes),
  };
  return limits.firstByteSeconds === null && limits.silenceSeconds === null ? undefined : limits;
}

/** What is to be saved; rows without a name and paths that are empty are left out. */
export function connectionOf(draft: ConnectionDraft): GatewayConnection {
  const { gateway, authentication, keyHeader, headers, query, paths } = draft;
  const timeLimits = timeLimitsOf(draft);
  return {
    gateway,
    authentication:
      authentication === 'header' ? { kind: 'header', name: keyHeader } : { kind: authentication },
    headers: headers.filter(isFilled).map(({ name, value, isSecret, isStored }) => ({
      name,
      isSecret,
      value: isSecret && isStored && value === '' ? null : value,
    })),
    query: query.filter(({ name }) => name.trim() !== '').map(toParameter),
    paths: Object.fromEntries(Object.entries(paths).filter(([, path]) => path.trim() !== '')),
    ...(timeLimits !== undefined && { timeLimits }),
  };
}

function toParameter({ name, value, isSecret, isStored }: QueryRow): GatewayConnection['query'][number] {
  if (!isSecretRow({ name, isSecret })) return { name, value, ...(isSecret === false && { isSecret }) };
  return { name, isSecret: true, value: isStored && value === '' ? null : value };
}

/** A header that a gateway knows is not sent while it is empty. */
const isFilled = ({ name, value, isStored }: HeaderRow): boolean =>
  name.trim() !== '' && (value !== '' || isStored);

/** The fields a gateway needs; what was typed for another one is kept. */
export function withGateway(draft: ConnectionDraft, { id, key, headers }: KnownGateway): ConnectionDraft {
  const typed = draft.headers.filter((header) => header.value !== '' || header.isStored);
  const missing = headers.filter(({ name }) => !typed.some((one) => isSameName(one.name, name)));
  const added = missing.map(({ name, isSecret }) => ({ name, isSecret, value: '', isStored: false }));
  return {
    ...draft,
    gateway: id === 'plain' ? null : id,
    authentication:
      key === 'none' ? 'none' : draft.authentication === 'none' ? 'bearer' : draft.authentication,
    headers: numbered([...typed, ...added]),
  };
}

/** Pasted headers and query are added to those there are; the same names are replaced. */
export function withPasted(draft: ConnectionDraft, pasted: Pasted): ConnectionDraft {
  const known = pasted.gateway === null ? draft : withGateway(draft, knownGateway(pasted.gateway));
  const others = known.headers.filter(
    ({ name }) => !pasted.headers.some((one) => isSameName(one.name, name)),
  );
  const kept = known.query.filter(({ name }) => !pasted.query.some((one) => one.name === name));
  return {
    ...known,
    ...(pasted.keyHeader !== null && { authentication: 'header' as const, keyHeader: pasted.keyHeader }),
    headers: numbered([...others, ...pasted.headers.map((one) => ({ ...one, isStored: false }))]),
    query: numbered([...kept, ...pasted.query.map((one) => ({ ...one, isStored: false }))]),
  };
}

/** Without the headers and parameters that a pasted text filled in and nobody changed. */
export function withoutPasted(draft: ConnectionDraft, pasted: Pasted): ConnectionDraft {
  const isOf = (list: Pasted['headers'] | Pasted['query']) => (row: { name: string; value: string }) =>
    list.some(({ name, value }) => row.name === name && row.value === value && value !== '');
  const [isHeader, isParameter] = [isOf(pasted.headers), isOf(pasted.query)];
  return {
    ...draft,
    headers: draft.headers.filter((row) => !isHeader(row)),
    query: draft.query.filter((row) => !isParameter(row)),
  };
}

export const nextRow = (rows: readonly { readonly row: number }[]): number =>
  Math.max(-1, ...rows.map(({ row }) => row)) + 1;

const numbered = <Item extends object>(items: readonly Item[]) =>
  items.map((item, row) => ({ ...item, row }));

const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** What keeps a draft from being saved, as sentences; the fields say it as well. */
export function problemsOf(draft: ConnectionDraft): readonly string[] {
  const headers = connectionOf(draft).headers;
  const names = draft.authentication === 'header' ? [draft.keyHeader] : [];
  const wrong = [...names, ...headers.map(({ name }) => name)].flatMap(
    (name) => headerProblem(name.trim()) ?? [],
  );
  const repeated = headers.filter(
    ({ name }, index) => headers.findIndex((one) => isSameName(one.name, name)) !== index,
  );
  return [
    ...wrong.map((problem) => `A header ${problem}.`),
    ...repeated.map(({ name }) => `The header “${name}” is listed twice.`),
    ...(isTimeLimits(draft) ? [] : ['A time limit is 0.02 to 1,440 minutes.']),
  ];
}

const isTimeLimits = ({ firstByteMinutes, silenceMinutes }: ConnectionDraft): boolean =>
  [firstByteMinutes, silenceMinutes]
    .map(secondsOf)
    .every((seconds) => seconds === null || (seconds >= 1 && seconds <= maxTimeLimitSeconds));

/** The parts of an address that are still to be replaced, such as `{account}`. */
export const placeholdersOf = (baseUrl: string): readonly string[] => baseUrl.match(/\{[^{}]*\}/g) ?? [];

/** The gateway of a draft, or of its address where none was chosen. */
export const gatewayOf = (draft: ConnectionDraft, baseUrl: string): KnownGateway =>
  draft.gateway === null ? (knownGatewayAt(baseUrl) ?? knownGateway('plain')) : knownGateway(draft.gateway);
