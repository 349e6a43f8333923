/** What two hundred running jobs take of the core, and how often they ask the gateway. */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright/test';
import { launchWeb, openApp } from '../../support/app';
import { command } from '../../support/command';
import { type PaidGateway, startPaidGateway, VIDEOS } from '../../support/paid-gateway';
import { chooseGateway, launchBrowser, viewport } from '../app-page';
import { type Figure, figure } from '../figure';
import { activityOf, tellsMemory } from '../processes';
import type { BenchContext, Suite } from '../suite';

const running = 200;
const watchedMs = 60_000;
const quickWatchedMs = 15_000;
/** 3 % of one core. */
const mostCpuMsPerMinute = 1_800;
/** What the Sandbox allows, as gateways commonly do. */
const rateLimit = 600;

export const jobs: Suite = {
  name: 'jobs',
  async *measure(context) {
    if (!tellsMemory) {
      context.say('left out: this system does not tell what a group of processes does');
      return;
    }
    const gateway = await startSlowGateway();
    const host = await launchWeb({ home: path.join(context.folder, 'home') });
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage({ viewport });
      await openApp(page, host.url);
      await chooseGateway(page, gateway);
      yield* measureJobs(context, { page, gateway, host: host.child.pid ?? 0 });
    } finally {
      await browser.close();
      await host.stop();
      await gateway.close();
    }
  },
};

interface Measured {
  readonly page: Page;
  readonly gateway: PaidGateway;
  /** The process of the core. */
  readonly host: number;
}

/** All jobs run and none ever ends. */
async function startSlowGateway(): Promise<PaidGateway> {
  const gateway = await startPaidGateway();
  gateway.on(VIDEOS, ({ before }) => ({ body: { id: `video-${before}`, status: 'running' } }));
  gateway.on(/^\/jobs\//, ({ path: asked, before }) => ({
    body: { id: asked.slice('/jobs/'.length), status: 'running', progress: Math.min(99, before) },
  }));
  return gateway;
}

async function* measureJobs(context: BenchContext, measured: Measured): AsyncGenerator<Figure> {
  const settledMs = 15_000;
  await sleep(settledMs);
  const none = await watch(context, measured);
  await startJobs(measured.page);
  // The first polls come soon after each other; the rate of the following hours is what counts.
  await sleep(settledMs);
  const many = await watch(context, measured);
  yield figure('jobs.200-running.cpu-per-minute', many.cpuMs, 'ms', {
    floor: none.cpuMs,
    goal: { value: mostCpuMsPerMinute },
  });
  yield figure('jobs.200-running.requests', many.requests, 'requests/min', { goal: { value: rateLimit } });
}

async function startJobs(page: Page): Promise<void> {
  for (let index = 0; index < running; index += 1) {
    await command(page, 'jobs.create', {
      ...{ id: randomUUID(), modality: 'video', model: 'paid/painter', prompt: `A boat, ${index}` },
      ...{ parameters: {}, extra: {}, isConfirmed: true },
    });
  }
  for (let count = 0; count < running; await sleep(200)) {
    const all = await command(page, 'jobs.page', { modality: 'video', cursor: null, limit: running });
    const bad = all.jobs.find(({ status }) => status === 'failed' || status === 'interrupted');
    if (bad !== undefined) throw new Error(`A job did not run: ${JSON.stringify(bad.error)}`);
    count = all.jobs.filter(({ status }) => status === 'running').length;
  }
}

/** Processor time of the core and requests, both a minute. */
async function watch({ isQuick }: BenchContext, { gateway, host }: Measured) {
  const [before, asked] = [await activityOf([host]), gateway.requests.length];
  const began = performance.now();
  await sleep(isQuick ? quickWatchedMs : watchedMs);
  const [after, askedNow] = [await activityOf([host]), gateway.requests.length];
  const minutes = (performance.now() - began) / 60_000;
  return { cpuMs: (after.cpuMs - before.cpuMs) / minutes, requests: (askedNow - asked) / minutes };
}
