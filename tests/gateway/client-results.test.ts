import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GatewayClientOptions } from '../../electron/gateway/client';
import { isLocalAddress } from '../../electron/gateway/http/local-address';
import { nodeNetwork } from '../../electron/gateway/network/node-network';
import type { ResultNetwork } from '../../electron/gateway/types/call';
import { apiKey, connect, failureOf } from '../support/gateway-client';
import { type HostileServer, startHostileServer } from '../support/hostile-server';

/** The gateway, and another program on the same computer that must not be called. */
let gateway: HostileServer;
let bystander: HostileServer;
beforeEach(async () => {
  gateway = await startHostileServer();
  bystander = await startHostileServer();
});
afterEach(() => Promise.all([gateway.close(), bystander.close()]));

const file = { headers: { 'content-type': 'image/png' }, body: ['bytes'] };
const portOf = ({ origin }: HostileServer) => new URL(origin).port;

/** A gateway of the internet, by name: its requests reach the loopback server, as through a tunnel. */
const PUBLIC = 'http://gateway.example';
const resolvesTo = (...addresses: string[]): ResultNetwork => ({ resolve: async () => addresses });
function connectPublic(options: Partial<GatewayClientOptions> = {}) {
  const fetch: typeof globalThis.fetch = (input, init) =>
    globalThis.fetch(String(input).replace('http://gateway.example', gateway.origin), init);
  return connect({ baseUrl: `${PUBLIC}/api/v1` }, { fetch, ...options }).client;
}

async function readAll(download: Promise<{ pieces: AsyncIterable<Uint8Array> }>): Promise<string> {
  let text = '';
  for await (const piece of (await download).pieces) text += Buffer.from(piece).toString();
  return text;
}

const refused = (host: string, address = '127.0.0.1') => ({
  errorCode: 'local_address_refused',
  outcomeUnknown: false,
  details: { host, address },
});

describe('an address', () => {
  it.each([
    ...['127.0.0.1', '127.255.255.254', '0.0.0.0', '10.1.2.3', '172.16.0.1', '172.31.255.255'],
    ...['192.168.1.1', '169.254.169.254', '100.64.0.1', '100.127.255.255', '198.18.0.1', '224.0.0.251'],
    ...['255.255.255.255', '240.0.0.1', '::1', '::', '[::1]', 'fe80::1', 'fe80::1%eth0', 'fc00::1'],
    ...['fd12:3456::1', 'ff02::fb', '::ffff:127.0.0.1', '::ffff:7f00:1', '::127.0.0.1', '64:ff9b::10.0.0.1'],
    ...['2002:7f00:1::', 'fec0::1', 'no address', ''],
    ...['::ffff:0:127.0.0.1', '::ffff:0:7f00:1', '2001:0:7f00:1::', '2001::5ef5:79fd:0:0:80ff:fffe'],
  ])('%s belongs to this computer or its network', (address) => {
    expect(isLocalAddress(address)).toBe(true);
  });

  it.each([
    ...['8.8.8.8', '1.1.1.1', '172.32.0.1', '172.15.255.255', '100.128.0.1', '192.167.1.1', '169.253.1.1'],
    ...['2606:4700::1111', '[2606:4700::1111]', '::ffff:8.8.8.8', '64:ff9b::808:808', '2002:808:808::'],
    ...['2001:4860:4860::8888', '2001:1::1'],
  ])('%s belongs to the internet', (address) => {
    expect(isLocalAddress(address)).toBe(false);
  });
});

describe('a result at an address of this computer', () => {
  it.each([
    ['its address', (port: string) => `http://127.0.0.1:${port}/`],
    ['an address of one number', (port: string) => `http://2130706433:${port}/`],
    ['an octal address', (port: string) => `http://0177.0.0.1:${port}/`],
    ['a short address', (port: string) => `http://127.1:${port}/`],
    ['its address within IPv6', (port: string) => `http://[::ffff:127.0.0.1]:${port}/`],
    ['the unspecified address', (port: string) => `http://0.0.0.0:${port}/`],
    ['its name', (port: string) => `http://localhost:${port}/`],
  ])('is refused by %s, without a request', async (_, addressOf) => {
    const url = addressOf(portOf(bystander));
    const failure = await failureOf(connectPublic().download(url));
    expect(failure).toMatchObject({ errorCode: 'local_address_refused', outcomeUnknown: false });
    expect(failure.details).toMatchObject({ host: new URL(url).host });
    expect(failure.message).toContain(new URL(url).host);
    expect(bystander.requests).toEqual([]);
  });

  it('is refused if a name on the internet resolves to it, alone or among several addresses', async () => {
    for (const network of [resolvesTo('10.0.0.7'), resolvesTo('93.184.216.34', '10.0.0.7')]) {
      const failure = await failureOf(connectPublic({ network }).download('http://cdn.example/a.png'));
      expect(failure).toMatchObject(refused('cdn.example', '10.0.0.7'));
    }
  });

  it('is refused if any redirect leads to it', async () => {
    const target = `http://127.0.0.1:${portOf(bystander)}/secret`;
    gateway.script(
      { status: 302, headers: { location: '/second' } },
      { status: 307, headers: { location: target } },
    );
    const failure = await failureOf(connectPublic().download(`${PUBLIC}/first`));
    expect(failure).toMatchObject(refused(`127.0.0.1:${portOf(bystander)}`));
    expect(gateway.requests.map(({ url }) => url)).toEqual(['/first', '/second']);
    expect(bystander.requests).toEqual([]);
  });

  it('is refused if its name changes its address between check and connection', async () => {
    const network = { ...nodeNetwork, ...resolvesTo('93.184.216.34') };
    const host = `localhost:${portOf(bystander)}`;
    const failure = await failureOf(connectPublic({ network, fetch }).download(`http://${host}/a.png`));
    expect(failure).toMatchObject({ errorCode: 'local_address_refused', details: { host } });
    expect(bystander.requests).toEqual([]);
  });

  it('is refused at another port of the gateway’s own name, which may resolve anywhere', async () => {
    const network = resolvesTo('127.0.0.1');
    const url = `${PUBLIC}:${portOf(bystander)}/`;
    expect(await failureOf(connectPublic({ network }).download(url))).toMatchObject(
      refused(new URL(url).host),
    );
  });

  it('is downloaded from a host that the person allowed, at that port only', async () => {
    bystander.script(file);
    const client = connectPublic({ resultHosts: [`127.0.0.1:${portOf(bystander)}`], fetch });
    expect(await readAll(client.download(`${bystander.origin}/a.png`))).toBe('bytes');
    const other = `http://127.0.0.1:${portOf(gateway)}/`;
    expect(await failureOf(client.download(other))).toMatchObject(refused(new URL(other).host));
  });
});

describe('a result', () => {
  it('of a gateway on this computer is downloaded from its own host, at any port', async () => {
    gateway.script(file);
    bystander.script(file);
    const { client } = connect(gateway);
    expect(await readAll(client.download(`${gateway.origin}/a.png`))).toBe('bytes');
    expect(await readAll(client.download(`${bystander.origin}/a.png`))).toBe('bytes');
  });

  it('of a gateway on this computer is downloaded under its other name at the same port', async () => {
    gateway.script(file);
    const { client } = connect({ baseUrl: `http://localhost:${portOf(gateway)}/api/v1` });
    expect(await readAll(client.download(`${gateway.origin}/a.png`))).toBe('bytes');
    expect(await failureOf(client.download(`${bystander.origin}/a.png`))).toMatchObject(
      refused(`127.0.0.1:${portOf(bystander)}`),
    );
  });

  it('on the internet is downloaded through up to five redirects, and none of them gets the key', async () => {
    const next = { status: 302, headers: { location: '/next' }, body: ['moved'] };
    const network = resolvesTo('93.184.216.34');
    gateway.script(next, next, next, next, next, file);
    expect(await readAll(connectPublic({ network }).download(`${PUBLIC}/a.png`))).toBe('bytes');
    gateway.script(next, next, next, next, next, next, file);
    const failure = await failureOf(connectPublic({ network }).download(`${PUBLIC}/a.png`));
    expect(failure).toMatchObject({ errorCode: 'malformed_response', attempts: 6 });
    expect(failure.message).toContain('more than 5 times');
    expect(JSON.stringify(gateway.requests)).not.toContain(apiKey.slice(0, 6));
  });

  it('that redirects to a local file is not downloaded', async () => {
    gateway.script({ status: 302, headers: { location: 'file:///etc/passwd' } });
    const network = resolvesTo('93.184.216.34');
    const failure = await failureOf(connectPublic({ network }).download(`${PUBLIC}/a.png`));
    expect(failure.errorCode).toBe('malformed_response');
  });

  it('under an unknown host name fails with that reason', async () => {
    const failure = await failureOf(connectPublic().download('http://nobody.invalid/a.png'));
    expect(failure).toMatchObject({ errorCode: 'network_error', details: { cause: 'dns' } });
  });
});
