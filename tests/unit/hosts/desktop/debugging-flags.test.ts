import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  isBuiltForTests,
  refuseDebugging,
  refuseDebuggingVariables,
} from '../../../../electron/hosts/desktop/debugging-flags';

function commandLine(...names: readonly string[]) {
  const left = new Set(names);
  return {
    left,
    hasSwitch: (name: string) => left.has(name),
    removeSwitch: (name: string) => void left.delete(name),
  };
}

test('flags for debugging are taken off the command line, and the others stay', () => {
  const given = commandLine('remote-debugging-port', 'remote-debugging-pipe', 'ozone-platform');
  expect(refuseDebugging(given, () => false)).toEqual(['remote-debugging-port', 'remote-debugging-pipe']);
  expect([...given.left]).toEqual(['ozone-platform']);
});

test('a package that was built for tests keeps them, and the question costs nothing without them', () => {
  const given = commandLine('remote-debugging-port');
  expect(refuseDebugging(given, () => true)).toEqual([]);
  expect(given.left.size).toBe(1);
  const asked = () => {
    throw new Error('asked');
  };
  expect(refuseDebugging(commandLine('verbose'), asked)).toEqual([]);
});

test('so is a variable by which Chromium would write the keys of its connections to a file', () => {
  const env = { SSLKEYLOGFILE: '/tmp/keys', HOME: '/home/me' };
  expect(refuseDebuggingVariables(env, () => true)).toEqual([]);
  expect(refuseDebuggingVariables(env, () => false)).toEqual(['SSLKEYLOGFILE']);
  expect(env).toEqual({ HOME: '/home/me' });
});

test.each([
  'ignore-certificate-errors-spki-list',
  'browser-subprocess-path',
  'js-flags',
  'zygote-cmd-prefix',
])('--%s is one of them', (name) => expect(refuseDebugging(commandLine(name), () => false)).toEqual([name]));

test('only the package’s own file says that it was built for tests', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-manifest-'));
  expect(isBuiltForTests(folder)).toBe(false);
  writeFileSync(path.join(folder, 'package.json'), '{"debugging":"yes"}');
  expect(isBuiltForTests(folder)).toBe(false);
  writeFileSync(path.join(folder, 'package.json'), '{"debugging":true}');
  expect(isBuiltForTests(folder)).toBe(true);
  rmSync(folder, { recursive: true });
});
