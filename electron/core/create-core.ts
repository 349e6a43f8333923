import { droppedFieldNotice } from './app/dropped-field-notice';
import { purgeRemoved } from './app/purge-removed';
import { checkAfterUncleanEnd } from './backups/database-check';
import { indexWords } from './backups/index-words';
import { recoverReplies } from './chat/reply-call';
import type { Core, CoreOptions } from './core';
import { dispatch, toEnvelope } from './dispatch';
import { createHandlers } from './handlers';
import { tidyParts } from './jobs/tidy-parts';
import type { Settled } from './ledger/ledger';
import { addThumbnails } from './library/order';
import type { Ports } from './ports/ports';
import { createServices, type Services } from './services';

/** Creates the app and starts it: starts the Sandbox, marks interrupted work, and loads the catalogue. */
export function createCore(world: Ports, options: CoreOptions): Core {
  const ports = { ...world, clock: withSafeTimers(world) };
  const services = createServices(ports, options);
  const { events, profiles, models, sandbox, replies, ledger } = services;
  for (const notice of options.notices) services.notices.show(notice);
  ports.gateway.onDroppedField?.((dropped) => services.notices.show(droppedFieldNotice(dropped)));
  sandbox.onReady(() => profiles.announce());
  ledger.whenSettled((settled) => ports.clock.setTimer(0, () => announceSettled(services, settled)));
  const stopCheck = begin(ports, services, options);
  followUpdateSetting(services);
  const handlers = createHandlers(ports, services, options);
  return {
    call: (name, input) => dispatch(handlers, ports, name, input),
    notify: services.notices.show,
    open: services.opening.open,
    subscribe: events.subscribe,
    locate: (id, part) => services.library.locate(id, part) ?? services.files.locate(id, part),
    shownCopy: (id) => services.library.shownCopy(id),
    exportPath: ports.files.exportPath,
    receiveArchive: (pieces) => toEnvelope(ports, () => services.archive.receive(pieces)),
    async close() {
      stopCheck();
      services.updates.close();
      services.backups.close();
      await services.archive.close();
      services.batches.runner.close();
      services.experiments.runner.close();
      await Promise.all([replies.close(), services.runner.close(), services.checks.runner.close()]);
      await services.accounts.close();
      await Promise.all([sandbox.stop(), ports.files.close()]);
      await models.settled();
      services.inspector.close();
      ports.storage.close();
    },
  };
}

/**
 * Continues what an earlier run left, and requests the catalogue and the balance.
 * @returns how to give up the check of the database and the indexing
 * @throws the storage's error, after stopping what was started: the caller can close the storage and start again
 */
function begin(
  ports: Ports,
  { ledger, notices, runner, batches, models, profiles, ...rest }: Services,
  { leavesWork = false }: CoreOptions,
) {
  const tell = (what: string) => (error: unknown) => ports.log(`${what} failed: ${String(error)}`);
  try {
    recoverReplies(ports, ledger);
    purgeRemoved(ports);
    runner.recover(leavesWork);
    for (const kind of [batches.runner, rest.experiments.runner]) {
      if (leavesWork) kind.leave();
      else kind.recover();
    }
    if (!leavesWork) rest.checks.runner.recover();
    const activeId = profiles.activeId();
    void rest.moveQuerySecrets().catch(tell('moving secrets'));
    for (const { purge } of [rest.library, rest.files]) void purge().catch(tell('tidying'));
    void tidyParts(ports).catch(tell('tidying'));
    void models.refresh(activeId).catch(tell('reading the catalogue'));
    void rest.accounts.refresh(activeId).catch(tell('reading the balance'));
    const endings = [checkAfterUncleanEnd(ports, notices), indexWords(ports)];
    if (ports.storage.upkeep.isCheckDue) void addThumbnails(ports).catch(tell('making thumbnails'));
    return () => {
      for (const end of endings) end();
    };
  } catch (error) {
    rest.backups.close();
    batches.runner.close();
    rest.experiments.runner.close();
    void runner.close().catch(tell('stopping'));
    void rest.checks.runner.close().catch(tell('stopping'));
    throw error;
  }
}

/** Also when an import or another window changed it. */
function followUpdateSetting({ events, settings, updates }: Services): void {
  let followed = settings.current().updates;
  updates.follow(followed);
  events.subscribe((event) => {
    if (event.type !== 'settings.changed' || event.settings.updates === followed) return;
    followed = event.settings.updates;
    updates.follow(followed);
  });
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

/** A cost that became known changes a record that windows may be showing. */
function announceSettled(
  { replies, jobContext }: Services,
  { conversationId, messageId, jobId }: Settled,
): void {
  if (conversationId !== null && messageId !== null) replies.announce(conversationId, [messageId]);
  if (jobId !== null) jobContext.change(jobId, {});
}
