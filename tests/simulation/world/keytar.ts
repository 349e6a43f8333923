/** Replaces `keytar`: a keychain that can be locked, slow or gone. */
import { here, never, operate, pass } from './world';

async function ask<Value>(work: (entries: Map<string, string>) => Value, isWrite: boolean): Promise<Value> {
  const world = here();
  const { life, keyring } = world;
  try {
    operate(world, life);
  } catch {
    return never();
  }
  await pass(world, 1 + keyring.slowMs);
  if (keyring.state === 'gone') throw new Error('Cannot autolaunch D-Bus without X11 $DISPLAY');
  // Reading from a locked keychain looks the same as a missing key.
  if (keyring.state === 'locked' && !isWrite) return null as Value;
  if (keyring.state === 'locked') throw new Error('Cannot create an item in a locked collection');
  return work(keyring.entries);
}

const nameOf = (service: string, account: string): string => `${service} ${account}`;

export const getPassword = (service: string, account: string): Promise<string | null> =>
  ask((entries) => entries.get(nameOf(service, account)) ?? null, false);

export const setPassword = (service: string, account: string, secret: string): Promise<void> =>
  ask((entries) => void entries.set(nameOf(service, account), secret), true);

export const deletePassword = (service: string, account: string): Promise<boolean> =>
  ask((entries) => entries.delete(nameOf(service, account)), true);

export default { getPassword, setPassword, deletePassword };
