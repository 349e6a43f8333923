/** A page that is fully in an attacker's hands, in a browser: it has the session, and calls what it likes. */
import { expect, openApp, test } from '../support/app';
import { command } from '../support/command';
import { type AttackCall, attackContract, formsOf, startEvilHost, waysOf } from '../support/contract-attack';
import { startEchoGateway } from '../support/echo-gateway';

const key = 'sk-canary-of-the-victim-83f1';
const secondKey = 'sk-canary-of-the-second-27c9';

test('can’t read a stored key, nor have it sent to another place than its gateway', async ({ web, page }) => {
  const gateway = await startEchoGateway();
  const evil = await startEvilHost();
  try {
    await openApp(page, web.url);
    const { baseUrl } = gateway;
    const { id } = await command(page, 'profiles.create', { name: 'Victim', baseUrl, key, keep: 'session' });
    const second = { name: 'Second', baseUrl, key: secondKey, keep: 'session' } as const;
    const { id: sacrificeId } = await command(page, 'profiles.create', second);
    const waysBefore = waysOf(await command(page, 'app.snapshot', {}), id);
    const call = (calls: readonly AttackCall[]) => page.evaluate(callAll, calls) as never;
    const heard = await attackContract({
      call,
      victimId: id,
      sacrificeId,
      evilPort: evil.port,
      seed: 1,
      rounds: 25,
    });
    expect(gateway.seen, 'the key is in use').toContain(`Bearer ${key}`);
    expect(evil.received(), 'the attacker’s own profile is reached').toContain('Bearer planted');
    for (const form of [key, secondKey].flatMap(formsOf)) {
      expect(evil.received()).not.toContain(form);
      expect(heard).not.toContain(form);
    }
    expect(web.output().stderr, 'every failure was answered').not.toContain('unhandled');
    const snapshot = await command(page, 'app.snapshot', {});
    const { profiles } = snapshot;
    expect(waysOf(snapshot, id)).toBe(waysBefore);
    expect(profiles.find((profile) => profile.id === id)).toMatchObject({ baseUrl, key: 'session' });
  } finally {
    await Promise.all([gateway.close(), evil.close()]);
  }
});

function callAll(calls: readonly AttackCall[]): Promise<unknown[]> {
  const headers = {
    'Content-Type': 'application/json',
    'X-Gatehouse-Pass': localStorage.getItem('gatehouse.pass') ?? '',
  };
  return Promise.all(
    calls.map(async (one) => {
      const reply = await fetch('/api/call', { method: 'POST', headers, body: JSON.stringify(one) });
      return await reply.json();
    }),
  );
}
