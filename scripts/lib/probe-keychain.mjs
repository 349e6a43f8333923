// @ts-check
/** Run in a process of its own: a keychain that waits for a person to unlock it must not hold up its asker. */
import { randomUUID } from 'node:crypto';
import keytar from 'keytar';

const account = `probe-${randomUUID()}`;
await keytar.setPassword('gatehouse-test', account, 'canary');
const found = await keytar.getPassword('gatehouse-test', account);
await keytar.deletePassword('gatehouse-test', account);
process.exit(found === 'canary' ? 0 : 1);
