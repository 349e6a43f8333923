/** Who gets to see the client certificate of a person, by the TLS that Electron brings. */
import type { NetworkSettings } from '../../shared/profiles/network';
import { startCertificateSpy } from '../support/certificate-spy';
import { authority, employee, server, wrongName } from '../support/company-certificates';
import { expect, test } from '../support/desktop';
import { callFrom } from '../support/long-reply';

test('a client certificate is shown to the gateway it was chosen for, and only where that is trusted', async ({
  launch,
}) => {
  const spies = await Promise.all([server, server, wrongName].map((files) => startCertificateSpy(files)));
  const [trusted, unknown, misnamed] = spies;
  try {
    const { window: page } = await launch();
    const call = callFrom(page);
    const authorities = { name: 'company.pem', pem: authority.cert };
    const reach = async (spy: (typeof spies)[number] | undefined, more: Partial<NetworkSettings>) => {
      const created = await call('profiles.create', { name: 'Company', baseUrl: spy?.baseUrl });
      const { id } = (created.ok && created.value) as { id: string };
      const saved = await call('network.save', {
        ...{ profileId: id, keep: 'session', secrets: { privateKey: employee.key } },
        network: {
          ...{ proxy: { kind: 'none' }, authorities: null, ...more },
          certificate: { name: 'me.pem', pem: employee.cert },
        },
      });
      expect(saved).toMatchObject({ ok: true });
      await call('profiles.test', { id });
      return [...new Set(spy?.shown)];
    };
    expect(await reach(trusted, { authorities })).toContain('An employee');
    expect(await reach(unknown, {})).toEqual([null]);
    expect(await reach(misnamed, { authorities })).toEqual([null]);
  } finally {
    await Promise.all(spies.map((spy) => spy.close()));
  }
});

test('no certificate of the system is shown to a server that asks for one', async ({ launch }) => {
  const spy = await startCertificateSpy(server);
  try {
    const { app, window: page } = await launch();
    await app.evaluate(({ session }) =>
      session.fromPartition('gateway', { cache: false }).setCertificateVerifyProc((_, answer) => answer(0)),
    );
    const call = callFrom(page);
    const created = await call('profiles.create', { name: 'Elsewhere', baseUrl: spy.baseUrl });
    await call('profiles.test', (created.ok && created.value) as { id: string });
    expect([...new Set(spy.shown)]).toEqual([null]);
    // The store of this computer may be empty, and then Electron does not ask.
    const chosen = await app.evaluate(
      ({ app: main, BrowserWindow }) =>
        new Promise((resolve) => {
          let isPrevented = false;
          const event = {
            preventDefault() {
              isPrevented = true;
            },
          };
          const answer = (certificate?: unknown) =>
            resolve({ isPrevented, certificate: certificate ?? null });
          const [contents] = BrowserWindow.getAllWindows().map(({ webContents }) => webContents);
          const asked = main.emit(
            'select-client-certificate',
            ...[event, contents, 'an.example:443', [{}], answer],
          );
          if (!asked) resolve('nobody answers');
        }),
    );
    expect(chosen).toEqual({ isPrevented: true, certificate: null });
  } finally {
    await spy.close();
  }
});
