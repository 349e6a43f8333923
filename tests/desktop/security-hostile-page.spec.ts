/** A page that is fully in an attacker's hands, in the window: it has the bridge, and a person who says no. */
import { type AttackCall, attackContract, formsOf, startEvilHost } from '../support/contract-attack';
import { expect, test } from '../support/desktop';
import { startEchoGateway } from '../support/echo-gateway';

const key = 'sk-canary-of-the-victim-83f1';

test('can’t read a stored key, nor have it sent elsewhere without a dialog of the system', async ({
  launch,
}) => {
  const gateway = await startEchoGateway();
  const evil = await startEvilHost();
  try {
    const { app, window: page } = await launch();
    await app.evaluate(({ dialog }) => {
      const asked: string[] = [];
      Object.assign(globalThis, { asked });
      Object.assign(dialog, {
        showMessageBox: async (...given: { message?: string }[]) => {
          asked.push(given.at(-1)?.message ?? '');
          return { response: 0, checkboxChecked: false };
        },
        showOpenDialog: async () => ({ canceled: true, filePaths: [] }),
        showSaveDialog: async () => ({ canceled: true, filePath: '' }),
      });
    });
    const call = (calls: readonly AttackCall[]) =>
      page.evaluate(
        (all) => Promise.all(all.map(({ name, input }) => window.bridge?.call(name, input))),
        calls,
      ) as never;
    const input = { name: 'Victim', baseUrl: gateway.baseUrl, key, keep: 'session' };
    const [created] = (await (call([{ name: 'profiles.create', input }]) as Promise<unknown>)) as [
      { value: { id: string } },
    ];
    const victimId = created.value.id;
    const heard = await attackContract({ call, victimId, evilPort: evil.port, seed: 2, rounds: 8 });
    const asked = await app.evaluate(() => (globalThis as unknown as { asked: string[] }).asked);
    expect(asked.some((message) => message.includes('proxy or the certificates'))).toBe(true);
    expect(gateway.seen, 'the key is in use').toContain(`Bearer ${key}`);
    expect(evil.received(), 'the attacker’s own profile is reached').toContain('Bearer planted');
    for (const form of formsOf(key)) {
      expect(evil.received()).not.toContain(form);
      expect(heard).not.toContain(form);
    }
  } finally {
    await Promise.all([gateway.close(), evil.close()]);
  }
});
