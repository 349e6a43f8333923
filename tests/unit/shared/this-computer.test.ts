import { expect, test } from 'vitest';
import { isThisComputer } from '../../../shared/profiles/this-computer';

const here = [
  ...[
    'localhost',
    'LOCALHOST',
    'localhost.',
    'app.localhost',
    '127.0.0.1',
    '127.9.9.9',
    '127.0.0.1.',
    '127.1',
  ],
  ...['2130706433', '0x7f000001', '0177.0.0.1', '0.0.0.0', '[::1]', '::1', '[::]', '::ffff:127.0.0.1'],
  ...['[::ffff:7f00:1]', '[0:0:0:0:0:0:0:1]', '１２７.0.0.1'],
];
const elsewhere = [
  ...['127.evil.example', '127.0.0.1.evil.example', 'localhost.evil.example', 'notlocalhost', '128.0.0.1'],
  ...['127.0.0.1@evil.example', 'evil.example/127.0.0.1', '[::2]', '::ffff:8.8.8.8', '1127.0.0.1', '', '127'],
];

test.each(here)('%s is this computer', (host) => expect(isThisComputer(host)).toBe(true));
test.each(elsewhere)('%s is not', (host) => expect(isThisComputer(host)).toBe(false));
