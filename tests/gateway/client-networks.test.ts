import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { proxyOfEnvironment } from '../../electron/gateway/network/hops';
import { createNetworks, type Networks } from '../../electron/gateway/network/networks';
import { probeConnection } from '../../electron/gateway/operations/probe';
import type { NetworkAccess } from '../../electron/gateway/types/call';
import { defaultNetwork } from '../../shared/profiles/defaults';
import type { NetworkSettings } from '../../shared/profiles/network';
import { startCertificateSpy } from '../support/certificate-spy';
import {
  authority,
  employee,
  expired,
  server as serverFiles,
  wrongName,
} from '../support/company-certificates';
import { findClosedPort, type HostileServer, json, startHostileServer } from '../support/hostile-server';
import { programOf } from '../support/programs';
import { type ProxyOptions, startProxy, startSocksProxy } from '../support/proxies';

const authorities = { name: 'company.pem', pem: authority.cert };
const models = json({ data: [{ id: 'a/model' }] });

let networks: Networks;
beforeAll(async () => {
  networks = createNetworks(async () => 'DIRECT', await programOf('pac'));
});

const accessTo = (settings: Partial<NetworkSettings>, more: Partial<NetworkAccess> = {}): NetworkAccess => ({
  ...{ settings: { ...defaultNetwork, ...settings }, isOwn: true, proxyPassword: '', privateKey: null },
  ...more,
});

/** The connection test by this network, as `step: state` lines and the failed step's detail. */
async function probe(baseUrl: string, access: NetworkAccess) {
  const way = networks.of(baseUrl, access);
  const fetchBy = way?.fetch ?? fetch;
  const { steps } = await probeConnection({ baseUrl, apiKey: 'a-key', fetch: fetchBy, way });
  const failed = steps.find(({ state }) => state === 'failed');
  return {
    steps: Object.fromEntries(steps.map(({ name, state }) => [name, state])),
    failed: failed?.name ?? null,
    detail: failed?.detail ?? '',
  };
}

const started = async <Made extends { close(): Promise<void> }>(made: Promise<Made>): Promise<Made> => {
  const one = await made;
  onTestFinished(() => one.close());
  return one;
};

let gateway: HostileServer;
let port: number;
beforeEach(async () => {
  gateway = await startHostileServer(serverFiles);
  gateway.script(models, json({ error: { message: 'no key' } }, 401));
  port = Number(new URL(gateway.origin).port);
});
afterEach(() => gateway.close());

const proxied = (options: Partial<ProxyOptions> = {}) => started(startProxy({ leadsTo: port, ...options }));
const fixed = (url: string, username: string | null = null) => ({ kind: 'fixed', url, username }) as const;
/** A name that only the proxy of the company can resolve. */
const hidden = 'https://localhost.example/api/v1';

describe('the certificates of a company', () => {
  test('are trusted by the file of its authority, and by nothing else', async () => {
    const trusting = await probe(gateway.baseUrl, accessTo({ authorities }));
    expect(trusting.steps).toMatchObject({ address: 'ok', tls: 'ok', key: 'ok', models: 'ok' });
    const usual = await probe(gateway.baseUrl, accessTo({ proxy: { kind: 'none' } }));
    expect(usual.failed).toBe('tls');
    expect(usual.detail).toContain(
      'signed by “Example Company CA”, an authority this computer does not know',
    );
  });

  test.each([
    ['expired', expired, 'has expired or is not valid yet (valid until Jan  1 00:00:00 2021 GMT)'],
    ['for another name', wrongName, 'isn’t valid for 127.0.0.1'],
  ])('that are %s fail with that cause', async (_what, files, words) => {
    const server = await started(startHostileServer(files));
    const { failed, detail } = await probe(server.baseUrl, accessTo({ authorities }));
    expect(failed).toBe('tls');
    expect(detail).toContain(words);
    expect(server.requests).toEqual([]);
  });
});

describe('a gateway that asks for a client certificate', () => {
  const startMutual = async () => {
    const seen: string[] = [];
    const mutual = createServer(
      { ...serverFiles, ca: authority.cert, requestCert: true, rejectUnauthorized: true },
      (request, response) => {
        seen.push(
          (
            request.socket as never as { getPeerCertificate(): { subject: { CN: string } } }
          ).getPeerCertificate().subject.CN,
        );
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[{"id":"m"}]}');
      },
    );
    await new Promise<void>((resolve) => mutual.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      mutual.closeAllConnections();
      mutual.close();
    });
    return { seen, baseUrl: `https://127.0.0.1:${(mutual.address() as AddressInfo).port}/v1` };
  };
  const certificate = { name: 'me.pem', pem: employee.cert };

  test('gets it, and the test says that it was accepted', async () => {
    const { seen, baseUrl } = await startMutual();
    const access = accessTo({ authorities, certificate }, { privateKey: employee.key });
    const { steps } = await probe(baseUrl, access);
    expect(steps).toMatchObject({ tls: 'ok', certificate: 'ok', models: 'ok' });
    expect(new Set(seen)).toEqual(new Set(['An employee']));
  });

  test('fails at a step of its own without one', async () => {
    const { seen, baseUrl } = await startMutual();
    const { failed, detail } = await probe(baseUrl, accessTo({ authorities }));
    expect(failed).toBe('certificate');
    expect(detail).toContain('asks for a client certificate');
    expect(seen).toEqual([]);
  });

  test('is the only one that it is shown to', async () => {
    const { seen, baseUrl } = await startMutual();
    const access = accessTo({ authorities, certificate }, { privateKey: employee.key });
    const way = networks.of(gateway.baseUrl, access);
    await expect(way?.fetch(`${baseUrl}/models`)).rejects.toThrow();
    expect(seen).toEqual([]);
  });

  test.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'does not see it where it is not trusted, by %s',
    async (version) => {
      const start = (files: typeof serverFiles) =>
        started(startCertificateSpy(files, { minVersion: version, maxVersion: version }));
      const shown: (string | null)[] = [];
      const access = (own: Partial<NetworkSettings>) =>
        accessTo({ certificate, ...own }, { privateKey: employee.key });
      const untrusted = [
        [serverFiles, {}],
        [expired, { authorities }],
        [wrongName, { authorities }],
      ] as const;
      for (const [files, settings] of untrusted) {
        const spy = await start(files);
        const { baseUrl } = spy;
        const proxy = await proxied({ leadsTo: spy.port });
        const through = access({ ...settings, proxy: fixed(proxy.url) });
        for (const way of [access(settings), through])
          await expect(networks.of(baseUrl, way)?.fetch(baseUrl)).rejects.toThrow();
        // It looks at the certificate once more, to explain the failure.
        if (files === serverFiles) expect((await probe(baseUrl, through)).failed).toBe('tls');
        shown.push(...spy.shown);
      }
      expect(new Set(shown)).toEqual(new Set([null]));
      const trusted = await start(serverFiles);
      await networks.of(trusted.baseUrl, access({ authorities }))?.fetch(trusted.baseUrl);
      expect(trusted.shown.at(-1)).toBe('An employee');
    },
  );

  test('is refused before anything is saved where key and certificate don’t belong together', () => {
    const wrong = accessTo({ certificate }, { privateKey: serverFiles.key });
    expect(() => networks.check(wrong)).toThrow(/can’t be used/);
    expect(() => networks.check(accessTo({ certificate }, { privateKey: employee.key }))).not.toThrow();
    const damaged = { name: 'x', pem: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----' };
    expect(() => networks.check(accessTo({ authorities: damaged }))).toThrow(/authorities can’t be used/);
  });
});

describe('a fixed proxy', () => {
  test.each(['HTTP', 'HTTPS', 'SOCKS5'])(
    'over %s reaches a gateway whose name only it knows',
    async (kind) => {
      const proxy =
        kind === 'SOCKS5'
          ? await started(startSocksProxy({ leadsTo: port, password: 'secret' }))
          : await proxied({ password: 'secret', ...(kind === 'HTTPS' && { tls: serverFiles }) });
      const access = accessTo(
        { authorities, proxy: fixed(proxy.url, 'employee') },
        { proxyPassword: 'secret' },
      );
      const way = networks.of(hidden, access);
      const answer = await way?.fetch('https://localhost:443/api/v1/models');
      expect(await answer?.json()).toEqual({ data: [{ id: 'a/model' }] });
      expect(proxy.asked).toEqual(['localhost:443']);
      expect(gateway.requests).toHaveLength(1);
    },
  );

  test('is a step of the test', async () => {
    const proxy = await proxied();
    const { steps } = await probe(gateway.baseUrl, accessTo({ authorities, proxy: fixed(proxy.url) }));
    expect(steps).toMatchObject({ address: 'ok', proxy: 'ok', tls: 'ok', key: 'ok', models: 'ok' });
  });

  test.each([
    ['asks for a password', { password: 'secret' }, null, 'asks for a name and a password (407)'],
    ['refuses the password', { password: 'secret' }, 'employee', 'refuses the name or the password (407)'],
    ['cuts', { cuts: true }, null, 'ended the connection before the gateway was reached'],
    ['refuses the address', { status: 403 }, null, 'refuses to connect to 127.0.0.1:'],
  ])(
    'that %s fails with that cause, and nothing reaches the gateway',
    async (_what, options, username, words) => {
      const proxy = await proxied(options);
      const access = accessTo({ authorities, proxy: fixed(proxy.url, username) }, { proxyPassword: 'wrong' });
      const { failed, detail } = await probe(gateway.baseUrl, access);
      expect(failed).toBe('proxy');
      expect(detail).toContain(words);
      expect(gateway.requests).toEqual([]);
    },
  );

  test.each([
    ['http', 'Nothing accepts connections at the proxy 127.0.0.1:'],
    ['socks5', 'Nothing accepts connections at the proxy 127.0.0.1:'],
  ])('where nothing answers is named (%s)', async (protocol, words) => {
    const url = `${protocol}://127.0.0.1:${await findClosedPort()}`;
    const { failed, detail } = await probe(gateway.baseUrl, accessTo({ proxy: fixed(url) }));
    expect(failed).toBe('proxy');
    expect(detail).toContain(words);
  });

  test('with a wrong SOCKS password is named', async () => {
    const proxy = await started(startSocksProxy({ leadsTo: port, password: 'secret' }));
    const access = accessTo({ proxy: fixed(proxy.url, 'employee') }, { proxyPassword: 'wrong' });
    const { failed, detail } = await probe(gateway.baseUrl, access);
    expect([failed, detail]).toEqual(['proxy', expect.stringContaining('refuses the name or the password')]);
  });

  test('that is set for all profiles is not asked for this computer', async () => {
    const proxy = await proxied({ cuts: true });
    const access = accessTo({ authorities, proxy: fixed(proxy.url) }, { isOwn: false });
    expect((await probe(gateway.baseUrl, access)).failed).toBeNull();
    expect(proxy.asked).toEqual([]);
  });

  test('leaves a call that costs known as not sent', async () => {
    const proxy = await proxied({ cuts: true });
    const way = networks.of(gateway.baseUrl, accessTo({ authorities, proxy: fixed(proxy.url) }));
    const { createGatewayClient } = await import('../../electron/gateway/client');
    const client = createGatewayClient({
      apiKey: 'k',
      baseUrl: gateway.baseUrl,
      fetch: way?.fetch ?? fetch,
      maxAttempts: 1,
    });
    const call = client.chat.completions.create({ model: 'm', messages: [] });
    await expect(call).rejects.toMatchObject({ outcomeUnknown: false, details: { cause: 'proxy' } });
  });
});

describe('a script that chooses proxies', () => {
  const startScript = async (text: string) => {
    const host = await started(startHostileServer());
    host.script({ headers: { 'content-type': 'application/x-ns-proxy-autoconfig' }, body: [text] });
    return { kind: 'pac', url: `${host.origin}/proxy.pac` } as const;
  };

  test('is asked for each address, and sees neither path nor query of a secure one', async () => {
    const proxy = await proxied();
    const { host } = new URL(proxy.url);
    const pac = await startScript(
      `function FindProxyForURL(url, host) {
         if (url !== 'https://' + host + ':${port}/') return 'PROXY 127.0.0.1:1';
         return dnsDomainIs(host, '.0.1') ? 'PROXY ${host}; DIRECT' : 'DIRECT';
       }`,
    );
    const { steps } = await probe(gateway.baseUrl, accessTo({ authorities, proxy: pac }));
    expect(steps).toMatchObject({ proxy: 'ok', models: 'ok' });
    expect(proxy.asked[0]).toBe(`127.0.0.1:${port}`);
  });

  test('goes on to the next way where a proxy does not answer', async () => {
    const closed = await findClosedPort();
    const pac = await startScript(
      `function FindProxyForURL() { return 'PROXY 127.0.0.1:${closed}; DIRECT'; }`,
    );
    expect((await probe(gateway.baseUrl, accessTo({ authorities, proxy: pac }))).failed).toBeNull();
  });

  test.each([
    ['never ends', 'function FindProxyForURL() { for (;;); }'],
    ['is broken', 'function FindProxyForURL( {'],
    [
      'reaches for this computer',
      'function FindProxyForURL() { return require("fs").readFileSync("/etc/hostname"); }',
    ],
    ['reaches for the process', 'function FindProxyForURL() { return process.env.HOME; }'],
  ])('that %s fails as the proxy’s step', async (_what, text) => {
    const { failed, detail } = await probe(
      gateway.baseUrl,
      accessTo({ authorities, proxy: await startScript(text) }),
    );
    expect(failed).toBe('proxy');
    expect(detail).toContain('can’t be used for 127.0.0.1');
  });

  test('may name thousands of proxies, of which a few are tried', async () => {
    const proxy = await proxied({ cuts: true });
    const { host } = new URL(proxy.url);
    const pac = await startScript(
      `function FindProxyForURL() { return Array(300001).join('PROXY ${host};') + 'DIRECT'; }`,
    );
    const way = networks.of(gateway.baseUrl, accessTo({ authorities, proxy: pac }));
    await expect(way?.fetch(gateway.baseUrl)).rejects.toThrow();
    expect(proxy.asked).toHaveLength(20);
  });

  test('that keeps its thread busy does not hold up the app', async () => {
    // One built-in call, which the script's own limit on time can't interrupt.
    const hungry = 'function FindProxyForURL() { return new Array(4294967295).join("PROXY"); }';
    const proxy = await startScript(hungry);
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 20);
    const { failed } = await probe(gateway.baseUrl, accessTo({ authorities, proxy }));
    clearInterval(timer);
    expect(failed).toBe('proxy');
    expect(turns).toBeGreaterThan(5);
  });

  test('that can’t be read is named', async () => {
    const url = `http://127.0.0.1:${await findClosedPort()}/proxy.pac`;
    const { failed, detail } = await probe(gateway.baseUrl, accessTo({ proxy: { kind: 'pac', url } }));
    expect([failed, detail]).toEqual(['proxy', expect.stringContaining('can’t be used')]);
  });
});

test('what the host does by itself is left to it', () => {
  expect(networks.of(gateway.baseUrl, accessTo({}))).toBeNull();
  expect(networks.of(gateway.baseUrl, undefined)).toBeNull();
});

test('the environment names proxies and their exceptions as programs of a terminal read them', () => {
  const env = {
    HTTPS_PROXY: 'http://proxy.example:8080',
    all_proxy: 'socks5h://s.example:1080',
    NO_PROXY: '.inside.example,10.0.0.1:8443',
  };
  const to = (url: string) => proxyOfEnvironment(env, new URL(url));
  expect(to('https://gateway.example/v1')).toBe('PROXY proxy.example:8080');
  expect(to('http://gateway.example/v1')).toBe('SOCKS5 s.example:1080');
  expect([to('https://a.inside.example/'), to('https://10.0.0.1:8443/')]).toEqual(['DIRECT', 'DIRECT']);
  expect(to('https://10.0.0.1/')).toBe('PROXY proxy.example:8080');
});
