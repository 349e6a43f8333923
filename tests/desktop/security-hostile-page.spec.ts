/** A page that is fully in an attacker's hands, in the window: it has the bridge, and a person who says no. */
import type { Snapshot } from '../../shared/reports';
import { type AttackCall, attackContract, formsOf, startEvilHost, waysOf } from '../support/contract-attack';
import { expect, test } from '../support/desktop';
import { startEchoGateway } from '../support/echo-gateway';

const key = 'sk-canary-of-the-victim-83f1';
const secondKey = 'sk-canary-of-the-second-27c9';

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
    const tell = async (name: string, input: object) => {
      const [answer] = await (call([{ name, input }]) as Promise<[{ value: unknown }]>);
      return answer.value;
    };
    const { baseUrl } = gateway;
    const create = (name: string, own: string) =>
      tell('profiles.create', { name, baseUrl, key: own, keep: 'session' }) as Promise<{ id: string }>;
    const { id: victimId } = await create('Victim', key);
    const { id: sacrificeId } = await create('Second', secondKey);
    const ways = async () => waysOf((await tell('app.snapshot', {})) as Snapshot, victimId);
    const before = await ways();
    const given = { call, victimId, sacrificeId, evilPort: evil.port, seed: 2, rounds: 8 };
    const heard = await attackContract(given);
    expect(await ways()).toBe(before);
    const asked = await app.evaluate(() => (globalThis as unknown as { asked: string[] }).asked);
    expect(asked.some((message) => message.includes('proxy or the certificates'))).toBe(true);
    expect(gateway.seen, 'the key is in use').toContain(`Bearer ${key}`);
    expect(evil.received(), 'the attacker’s own profile is reached').toContain('Bearer planted');
    for (const form of [key, secondKey].flatMap(formsOf)) {
      expect(evil.received()).not.toContain(form);
      expect(heard).not.toContain(form);
    }
  } finally {
    await Promise.all([gateway.close(), evil.close()]);
  }
});
