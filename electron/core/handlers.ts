import { appHandlers } from './app/handlers';
import { createProfileFollowers } from './app/profile-followers';
import { archiveHandlers } from './archive/handlers';
import { backupHandlers } from './backups/handlers';
import { batchHandlers } from './batch/handlers';
import { bodyHandlers, chatHandlers, conversationHandlers } from './chat/handlers';
import { checkHandlers } from './checks/handlers';
import { createCodeRequests } from './code/code-requests';
import { compareHandlers } from './compare/handlers';
import type { CoreOptions } from './core';
import type { Handlers } from './dispatch';
import { experimentHandlers } from './experiments/handlers';
import { fileHandlers } from './files/handlers';
import { forecastHandlers } from './forecast/handlers';
import { inspectorHandlers } from './inspector/handlers';
import { jobHandlers } from './jobs/handlers';
import { withReaders } from './judging/readers-first';
import { ledgerHandlers } from './ledger/handlers';
import { boardHandlers } from './library/boards';
import { libraryHandlers } from './library/handlers';
import { modelHandlers } from './models/handlers';
import type { Ports } from './ports/ports';
import { presetHandlers } from './presets/handlers';
import { profileHandlers } from './profiles/handlers';
import { promptHandlers } from './prompts/handlers';
import { savedToolHandlers } from './prompts/saved-tools';
import type { Services } from './services';
import { updateHandlers } from './updates/handlers';

/**
 * The handler of each command, by family. A command that changes something returns little: changes are reported by
 * event.
 */
export function createHandlers(ports: Ports, services: Services, options: CoreOptions): Handlers {
  const judged = <Family extends Partial<Handlers>>(family: Family) => withReaders(ports.loadReaders, family);
  return {
    ...appHandlers(ports, services, options),
    ...profileHandlers(ports, services, createProfileFollowers(services)),
    ...modelHandlers(services),
    ...chatHandlers(ports, services),
    ...conversationHandlers(ports, services),
    ...bodyHandlers(ports, services),
    ...fileHandlers(services.files, services.documents),
    ...jobHandlers(ports, services.jobs, services.events),
    ...judged(batchHandlers(services.batches)),
    ...judged(experimentHandlers(services.experiments)),
    ...checkHandlers(services.checks),
    ...compareHandlers(ports, services),
    ...libraryHandlers(ports, services.library),
    ...boardHandlers(ports, services.events, services.library),
    ...ledgerHandlers(ports),
    ...forecastHandlers(ports, services),
    ...judged(promptHandlers(ports, services.events)),
    ...savedToolHandlers(ports, services.events),
    ...presetHandlers(ports, services),
    ...inspectorHandlers(services.inspector),
    ...judged(archiveHandlers(ports, services.archive, services.events)),
    ...backupHandlers(services.backups),
    ...updateHandlers(services.updates),
    'code.request': createCodeRequests(ports, services),
    'tokens.split': ports.splitTokens,
  };
}
