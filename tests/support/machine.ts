/**
 * A machine to install packages into: everything this computer has, with every change kept in memory and dropped at the
 * end. It shares network and display with this computer, and nothing of its disk is written.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  /** Everything printed so far. */
  printed(): string;
  /** Asks it to end as a session does at log-out, and waits. */
  stop(): Promise<void>;
}

export interface Machine {
  /** As root. */
  run(command: string, ...args: readonly string[]): Ran;
  /** As the new user, an account without privileges. */
  runAsNewcomer(command: string, ...args: readonly string[]): Ran;
  start(command: string, ...args: readonly string[]): Started;
  close(): Promise<void>;
}

/**
 * The changes are a layer over this computer's disk. `pivot_root`, not `chroot`: Chromium's sandbox needs user
 * namespaces, which the kernel gives to nobody inside a chroot.
 */
const SET_UP = `
set -e
mount -t tmpfs -o mode=755 tmpfs "$1"
cd "$1"
mkdir changes work machine
mount -t overlay overlay -o lowerdir=/,upperdir=changes,workdir=work machine
cd machine
mkdir -p .before
for place in proc sys dev; do mount --rbind /$place $place; done
mount -t tmpfs -o mode=1777 tmpfs tmp
if [ -d /tmp/.X11-unix ]; then mkdir -p tmp/.X11-unix; mount --bind /tmp/.X11-unix tmp/.X11-unix; fi
mkdir tmp/shared
mount --bind "$2" tmp/shared
if [ -n "$XAUTHORITY" ]; then cp "$XAUTHORITY" tmp/display-key; chmod 644 tmp/display-key; fi
pivot_root . .before
cd /
umount -l .before
useradd --create-home --shell /bin/bash newcomer
echo ready
exec cat
`;

/** @param shared a folder of this computer that the machine has at `/tmp/shared` */
export async function openMachine(shared: string): Promise<Machine> {
  const folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-machine-'));
  const holder = spawn('unshare', ['--mount', 'bash', '-c', SET_UP, 'bash', folder, shared], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [word] = await Promise.race([once(holder.stdout, 'data'), once(holder, 'exit')]);
  if (String(word).trim() !== 'ready') throw new Error('No machine to install into can be made here.');
  const inside = ['--target', String(holder.pid), '--mount', '--wdns=/', 'env', '-i'];
  const root = [
    ...inside,
    'HOME=/root',
    'PATH=/usr/sbin:/usr/bin:/sbin:/bin',
    'DEBIAN_FRONTEND=noninteractive',
  ];
  const newcomer = [...inside, ...newcomerEnvironment(), 'setpriv', ...newcomerRights];
  return {
    run: (command, ...args) => runSync([...root, command, ...args]),
    runAsNewcomer: (command, ...args) => runSync([...newcomer, command, ...args]),
    start: (command, ...args) => start([...newcomer, command, ...args]),
    async close() {
      // With the last process inside, everything that was mounted goes.
      holder.stdin.end();
      await ended(holder);
      await rmdir(folder);
    },
  };
}

const newcomerRights = ['--reuid=newcomer', '--regid=newcomer', '--init-groups'];

/** The environment of a desktop session, without that of the tests. */
function newcomerEnvironment(): readonly string[] {
  const { DISPLAY } = process.env;
  return [
    ...['HOME=/home/newcomer', 'USER=newcomer', 'PATH=/usr/local/bin:/usr/bin:/bin', 'LANG=C.UTF-8'],
    ...(DISPLAY === undefined ? [] : [`DISPLAY=${DISPLAY}`, 'XAUTHORITY=/tmp/display-key']),
  ];
}

function runSync(args: readonly string[]): Ran {
  const { status, stdout, stderr } = spawnSync('nsenter', args, { encoding: 'utf8', maxBuffer: 2 ** 27 });
  return { code: status, stdout, stderr };
}

function start(args: readonly string[]): Started {
  const child = spawn('nsenter', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text += chunk;
    });
  }
  return {
    printed: () => text,
    async stop() {
      // `nsenter`, `env` and `setpriv` have each become the next program: this is the app itself.
      child.kill('SIGTERM');
      await ended(child);
    },
  };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
