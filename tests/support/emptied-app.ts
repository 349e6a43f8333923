/**
 * One browser host for all tests of a worker, emptied before each of them, with a page that is loaded again for each: for tests
 * that begin with no chats, jobs and results and the settings of a first start. What stays is what was spent, the
 * jobs at the gateway, and the prompts in the history of a tab: tests that look at these, or end their host, take
 * `support/app.ts`.
 */
import type { APIRequestContext, BrowserContext, Page } from 'playwright/test';
import type { CommandInput, CommandName, CommandResult } from '../../shared/contract';
import type { Envelope } from '../../shared/errors';
import { finishedStatuses } from '../../shared/media/jobs';
import { SANDBOX_PROFILE_ID } from '../../shared/profiles/sandbox-profile';
import type { Snapshot } from '../../shared/reports';
import { test as base, collectComplaints, expect, launchWeb, openApp, type RunningWeb } from './app';

type Call = <Name extends CommandName>(name: Name, input: CommandInput<Name>) => Promise<CommandResult<Name>>;

interface SharedHost {
  /** The page that the next test may go on with; `null` before the first. */
  kept: Page | null;
  readonly web: RunningWeb;
  readonly context: BrowserContext;
  readonly origin: string;
  readonly call: Call;
  /** As it was before any test. */
  readonly first: Snapshot;
}

interface Fixtures {
  /**
   * Whether the tests of a file share one page, loaded again for each: a page of its own is a process of its own, a
   * fifth of what a short test takes. `false` for tests that close it, or put into it what a load doesn't remove
   * (`addInitScript`, a clock, throttling, listeners).
   */
  readonly keepsPage: boolean;
  readonly context: BrowserContext;
  /** Shared: it must go on running. */
  readonly web: RunningWeb;
  readonly home: string;
  /** The test fails when the page throws, or tries what its policy forbids. */
  readonly appPage: Page;
}

export { expect };

export const test = base.extend<Fixtures, { host: SharedHost }>({
  keepsPage: [true, { option: true }],
  host: [
    async ({ browser }, use) => {
      const web = await launchWeb();
      const context = await browser.newContext();
      const page = await context.newPage();
      await openApp(page, web.url);
      const pass = await page.evaluate(() => localStorage.getItem('gatehouse.pass') ?? '');
      await page.close();
      const call = caller(context.request, web.origin, pass);
      await use({
        kept: null,
        web,
        context,
        origin: web.origin,
        call,
        first: await call('app.snapshot', {}),
      });
      await context.close();
      await web.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  web: async ({ host }, use) => use(host.web),
  home: async ({ host }, use) => use(host.web.home),
  context: async ({ host, keepsPage }, use) => {
    if (!keepsPage) await host.kept?.close();
    if (!keepsPage) host.kept = null;
    await use(host.context);
    await host.context.clearPermissions();
    const others = host.context.pages().filter((page) => page !== host.kept);
    await Promise.all(others.map((page) => page.close()));
  },
  appPage: async ({ host, context, viewport, keepsPage }, use) => {
    const page = host.kept ?? (await context.newPage());
    host.kept = keepsPage ? page : null;
    if (viewport !== null) await page.setViewportSize(viewport);
    // First: a page that is left saves its draft once more.
    await forgetInPage(page, host.origin);
    await empty(host);
    const complaints = collectComplaints(page);
    await page.goto(host.origin);
    await use(page);
    await letGo(page);
    expect(host.web.output().stderr, 'a failure that nobody waited for').not.toContain('unhandled:');
    expect(complaints, 'the page threw, or its policy was broken').toEqual([]);
  },
});

function caller(request: APIRequestContext, origin: string, pass: string): Call {
  return async (name, input) => {
    // A connection that is kept may be ended by the host in the moment in which it is used again.
    const headers = { 'X-Gatehouse-Pass': pass, Origin: origin, Connection: 'close' };
    const reply = await request.post(`${origin}/api/call`, { headers, data: { name, input } });
    const envelope = (await reply.json()) as Envelope<never>;
    if (!envelope.ok) throw new Error(`${name} was refused: ${JSON.stringify(envelope.error)}`);
    return envelope.value;
  };
}

/** Removes what tests leave behind, and takes their settings back. */
async function empty({ call, first }: SharedHost): Promise<void> {
  const { conversations, profiles, presets } = await call('app.snapshot', {});
  for (const { id } of conversations.conversations) await call('conversations.remove', { id });
  await removeChecks(call);
  await removeRuns(call);
  await removeResults(call);
  for (const { id } of presets) await call('presets.remove', { id });
  const kept = await call('prompts.page', { query: '', tag: null, cursor: null, limit: 200 });
  for (const { id } of kept.prompts) await call('prompts.remove', { id });
  for (const { server, name, schemaHash } of await call('tools.list', {}))
    await call('tools.remove', { server, name, schemaHash });
  await call('inspector.clear', {});
  await call('profiles.activate', { id: SANDBOX_PROFILE_ID });
  for (const { id } of profiles) if (id !== SANDBOX_PROFILE_ID) await call('profiles.remove', { id });
  const { network, networks: _own, jobOrigins: _asked, ...settings } = first.settings;
  await call('network.save', { profileId: null, network });
  await call('settings.update', { patch: settings });
  await call('conversations.saveDraft', { id: null, text: '', attachments: [] });
}

async function removeChecks(call: Call): Promise<void> {
  const { checks } = await call('checks.list', { profileId: null, cursor: null, limit: 200 });
  for (const { id } of checks) await call('checks.remove', { id });
}

async function removeRuns(call: Call): Promise<void> {
  const { batches } = await call('batches.page', { modality: null, cursor: null, limit: 200 });
  for (const { id } of batches) await call('batches.remove', { id });
  const { experiments } = await call('experiments.list', { modality: null, cursor: null, limit: 200 });
  for (const { id } of experiments) await call('experiments.remove', { id });
  for (const modality of ['chat', 'image', 'speech', 'video'] as const) {
    const { comparisons } = await call('compare.page', { modality, cursor: null, limit: 50 });
    for (const { id } of comparisons) await call('compare.remove', { id });
  }
}

/** Ends and dismisses all jobs, then deletes what they have made. */
async function removeResults(call: Call): Promise<void> {
  for (;;) {
    const { jobs } = (await call('app.snapshot', {})).jobs;
    if (jobs.length === 0) break;
    const ended = jobs.filter(({ status }) => finishedStatuses.includes(status));
    await call('jobs.dismiss', { ids: ended.map(({ id }) => id) });
    // One that ends meanwhile refuses to be cancelled.
    for (const job of jobs)
      if (!ended.includes(job)) await call('jobs.cancel', { id: job.id }).catch(() => null);
  }
  const { items } = await call('library.page', { cursor: null, limit: 200, filter: {} });
  if (items.length > 0) await call('media.remove', { ids: items.map(({ id }) => id) });
  await call('media.emptyTrash', {});
}

/** What a test has put around its page, which outlives a load. */
async function letGo(page: Page): Promise<void> {
  for (const type of ['pageerror', 'console', 'filechooser']) await page.removeAllListeners(type);
  if (page.isClosed()) return;
  // A request that is under way at the end gets the host's answer, and nobody waits for it.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: null, forcedColors: null });
  await page.mouse.move(0, 0);
}

/** What a window keeps for itself. Anything of the origin will do to reach it but the app, which would keep it again. */
async function forgetInPage(page: Page, origin: string): Promise<void> {
  await keepNothingMore(page);
  await page.goto(`${origin}/nothing`);
  await page.evaluate(() => {
    const pass = localStorage.getItem('gatehouse.pass');
    localStorage.clear();
    sessionStorage.clear();
    if (pass !== null) localStorage.setItem('gatehouse.pass', pass);
  });
}

/** A page that is left saves its drafts in a process of its own, which may be later than the next page forgets them. */
async function keepNothingMore(page: Page): Promise<void> {
  await page.evaluate(() => {
    Storage.prototype.setItem = () => undefined;
  });
}
