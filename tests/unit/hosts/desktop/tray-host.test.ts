import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { hasTrayHost, socketsOf } from '../../../../electron/hosts/desktop/tray-host';

test('the addresses of a bus are read as its specification says', () => {
  expect(socketsOf({ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/1000/bus,guid=0' })).toEqual([
    '/run/user/1000/bus',
  ]);
  expect(socketsOf({ DBUS_SESSION_BUS_ADDRESS: 'tcp:host=a,port=1;unix:abstract=/tmp/a%20b' })).toEqual([
    '\0/tmp/a b',
  ]);
  expect(socketsOf({ XDG_RUNTIME_DIR: '/run/user/7' })).toEqual(['/run/user/7/bus']);
  expect(socketsOf({ DBUS_SESSION_BUS_ADDRESS: 'unix:path=%zz' })).toEqual([]);
  expect(socketsOf({})).toEqual([]);
});

test('without a bus, or with one that is gone, there is no tray; other systems have one', async () => {
  expect(await hasTrayHost({}, 'linux')).toBe(false);
  expect(await hasTrayHost({ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' }, 'linux')).toBe(false);
  expect(await hasTrayHost({}, 'win32')).toBe(true);
  expect(await hasTrayHost({}, 'darwin')).toBe(true);
});

test('a real bus is asked whether somebody owns the name of the tray', async (context) => {
  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address']);
  const isThere = await Promise.race([
    once(bus, 'error').then(() => null),
    once(bus.stdout, 'data').then(([line]) => String(line).trim()),
  ]);
  context.skip(isThere === null, 'no dbus-daemon is installed');
  const env = { DBUS_SESSION_BUS_ADDRESS: isThere ?? '' };
  expect(await hasTrayHost(env, 'linux')).toBe(false);
  expect(await hasTrayHost(env, 'linux', 'org.freedesktop.DBus')).toBe(true);
  bus.kill();
});
