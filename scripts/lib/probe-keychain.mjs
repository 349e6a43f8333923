// @ts-check
/** Runs in a separate process: a keychain that waits to be unlocked must not block its caller. */
import { randomUUID } from 'node:crypto';
import keytar from 'keytar';

const account = `probe-${randomUUID()}`;
await keytar.setPassword('gatehouse-test', account, 'canary');
const found = await keytar.getPassword('gatehouse-test', account);
await keytar.deletePassword('gatehouse-test', account);
process.exit(found === 'canary' ? 0 : 1);
