/** What the app takes of the processor while nothing happens. */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { launchWeb } from '../../support/app';
import { type DesktopProgram, startDesktop } from '../desktop-start';
import { type Figure, figure } from '../figure';
import { type Activity, activityOf, tellsMemory } from '../processes';
import type { BenchContext, Suite } from '../suite';

/** By then the first backup is made and everything that is loaded when idle is there. */
const settledMs = 40_000;
const watchedMs = 60_000;
const quickWatchedMs = 15_000;
/** A floor does nothing after its start. */
const floorMs = { settled: 15_000, watched: 30_000 };
/** 0.3 % of one core. */
const mostCpuMsPerMinute = 180;

export const idle: Suite = {
  name: 'idle',
  async *measure(context) {
    if (!tellsMemory) {
      context.say('left out: this system does not tell what a group of processes does');
      return;
    }
    yield* measureHost(context);
    if (context.electron !== null) yield* measureDesktop(context, context.electron);
  },
};

/** The browser host, with no page open. */
async function* measureHost(context: BenchContext): AsyncGenerator<Figure> {
  const host = await launchWeb({ home: path.join(context.folder, 'host') });
  try {
    yield* figuresOf('idle.host', await watch(context, host.child.pid ?? 0), null);
  } finally {
    await host.stop();
  }
}

/** With no caret on the screen, and with the composer's beside one in a window with nothing else. */
async function* measureDesktop(context: BenchContext, electron: string): AsyncGenerator<Figure> {
  const measureOnce = async (program: DesktopProgram, isFloor: boolean) => {
    const { child, stop } = await startDesktop(electron, program, path.join(context.folder, program));
    const activity = await watch(context, child.pid ?? 0, isFloor);
    await stop();
    return activity;
  };
  const empty = await measureOnce('empty-window', true);
  yield* figuresOf('idle.desktop', await measureOnce('app-without-caret', false), empty);
  const caret = await measureOnce('text-field', true);
  yield* figuresOf('idle.desktop.caret', await measureOnce('app', false), caret);
}

/** Processor time a minute, and wake-ups a second. */
async function watch({ isQuick }: BenchContext, root: number, isFloor = false): Promise<Activity> {
  await sleep(isFloor ? floorMs.settled : settledMs);
  const before = await activityOf([root]);
  const began = performance.now();
  await sleep(isQuick ? quickWatchedMs : isFloor ? floorMs.watched : watchedMs);
  const after = await activityOf([root]);
  const seconds = (performance.now() - began) / 1_000;
  return {
    cpuMs: ((after.cpuMs - before.cpuMs) / seconds) * 60,
    wakeUps: (after.wakeUps - before.wakeUps) / seconds,
  };
}

function* figuresOf(name: string, activity: Activity, floor: Activity | null): Generator<Figure> {
  yield figure(`${name}.cpu-per-minute`, activity.cpuMs, 'ms', {
    floor: floor?.cpuMs ?? null,
    goal: { value: mostCpuMsPerMinute },
  });
  yield figure(`${name}.wake-ups`, activity.wakeUps, 'wake-ups/s', {
    floor: floor?.wakeUps ?? null,
    goal: { value: 5 },
  });
}
