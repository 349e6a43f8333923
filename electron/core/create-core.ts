import type { Notice, Snapshot } from '../../shared/contract';
import { createArchiveService } from './archive/archive';
import { createAttachments } from './attachments';
import { createBatches } from './batch/batches';
import { createChatImages } from './chat/images';
import { createRunningReplies } from './chat/running-replies';
import type { Core } from './core';
import { createCreditService, type Settled } from './credits/credits';
import { createEstimates } from './credits/estimates';
import { createGuard } from './credits/guard';
import { readUsual } from './credits/read-usual';
import { createSpending } from './credits/spending';
import { answer, answerWith } from './door';
import { createEventBus } from './events';
import { createHandlers } from './handlers';
import { createInspector } from './inspector/inspector';
import { createJobContext } from './jobs/context';
import { createJobs } from './jobs/jobs';
import { createJobRunner } from './jobs/runner';
import { createKeyRing } from './key-ring';
import { createLibrary } from './library/library';
import { createModelService } from './models';
import { createNotices } from './notices';
import type { Ports } from './ports';
import { createProfiles } from './profiles';
import { recoverOrphans } from './recovery';
import { createSandboxService } from './sandbox';
import { createSettings } from './settings';

export interface CoreOptions {
  readonly version: string;
  readonly host: Snapshot['host'];
  /** What the start already has to tell, such as a database that was set aside. */
  readonly notices: readonly Notice[];
}

/** Every service of the app, made once. */
export type Services = ReturnType<typeof createServices>;

/** Puts the app together and sets it going: the Sandbox starts, orphans are flagged, the catalogue is asked for. */
export function createCore(world: Ports, options: CoreOptions): Core {
  const ports = { ...world, clock: withSafeTimers(world) };
  const services = createServices(ports, options.version);
  const { events, notices, profiles, models, sandbox, replies, credits } = services;
  for (const notice of options.notices) notices.show(notice);
  recoverOrphans(ports, credits);
  sandbox.onReady(() => profiles.announce());
  credits.whenSettled((settled) => ports.clock.setTimer(0, () => announceSettled(services, settled)));
  void models.refresh(profiles.activeId());
  services.runner.recover();
  for (const { purge } of [services.library, services.attachments])
    void purge().catch((error) => ports.log(`tidying failed: ${String(error)}`));
  services.batches.runner.recover();
  const handlers = createHandlers(ports, services, options);
  return {
    call: (name, input) => answer(handlers, ports, name, input),
    subscribe: events.subscribe,
    locate: (id, part) => services.library.locate(id, part) ?? services.attachments.locate(id, part),
    exportPath: ports.files.exportPath,
    receiveArchive: (pieces) => answerWith(ports, () => services.archive.receive(pieces)),
    async close() {
      await services.archive.close();
      services.batches.runner.close();
      await Promise.all([replies.close(), services.runner.close()]);
      await Promise.all([sandbox.stop(), ports.files.close()]);
      await models.settled();
      services.inspector.close();
      ports.storage.close();
    },
  };
}

/** What fails in a timer, such as a read of a locked database, ends that piece of work and not the app. */
function withSafeTimers({ clock, log, describeError }: Ports): Ports['clock'] {
  return {
    ...clock,
    setTimer: (milliseconds, run) =>
      clock.setTimer(milliseconds, () => {
        try {
          run();
        } catch (error) {
          log(`a timer failed: ${describeError(error).code}`);
        }
      }),
  };
}

/** A cost that became known belongs to a record that windows may be showing. */
function announceSettled(
  { replies, jobContext }: Services,
  { conversationId, messageId, jobId }: Settled,
): void {
  if (conversationId !== null && messageId !== null) replies.announce(conversationId, [messageId]);
  if (jobId !== null) jobContext.change(jobId, {});
}

function createServices(ports: Ports, version: string) {
  const events = createEventBus((error) => ports.log(`a listener failed: ${String(error)}`));
  const notices = createNotices(events);
  // First, so that it sees the first call.
  const inspector = createInspector({ calls: ports.calls, events, clock: ports.clock, version });
  const sandbox = createSandboxService(ports, notices);
  const credits = createCreditService(ports, events);
  const keys = createKeyRing(ports.keychain, events);
  const profiles = createProfiles(ports, { events, keys, sandbox });
  const models = createModelService(ports, { events, profiles, credits });
  const settings = createSettings(ports, events);
  const spending = createSpending(
    createGuard(
      { clock: ports.clock, report: ports.storage.report },
      (id) => settings.current().budgets[id] ?? {},
    ),
    createEstimates((id) => models.catalogue(id).models),
    (profileId, model, kind) => readUsual(ports.storage.report, profileId, model, kind),
  );
  const images = createChatImages(ports, (id) => models.catalogue(id).models);
  const replies = createRunningReplies(ports, { events, profiles, credits, notices, spending, images });
  const jobContext = createJobContext(ports, { events, profiles, credits, notices, spending });
  const runner = createJobRunner(jobContext);
  const jobs = createJobs(jobContext, runner, settings.current);
  const library = createLibrary(ports, events);
  const attachments = createAttachments(ports);
  const onRestored = () => {
    settings.reload();
    profiles.announce();
    events.emit({ type: 'archive.restored' });
    void models.refresh(profiles.activeId());
  };
  const archive = createArchiveService(ports, { events, settings, version, onRestored });
  const batches = createBatches(ports, { events, profiles, replies, jobs, spending });
  return {
    events,
    notices,
    inspector,
    sandbox,
    credits,
    keys,
    profiles,
    models,
    replies,
    settings,
    runner,
    jobs,
    library,
    attachments,
    archive,
    images,
    batches,
    jobContext,
    spending,
  };
}
