import { budgetOf, lapsedUnit } from '../../shared/money/budgets';
import { createGuard } from './admission/guard';
import { createSpending, type Spending } from './admission/spending';
import { createArchiveService } from './archive/archive';
import { createBackupService } from './backups/backups';
import { createBatches } from './batch/batches';
import { createRunningReplies } from './chat/running-replies';
import { createSentFiles } from './chat/sent-files';
import { createChecks } from './checks/checks';
import type { CoreOptions } from './core';
import { createEventBus, type EventBus } from './events';
import { createExperiments } from './experiments/experiments';
import { createDocuments } from './files/documents';
import { createFiles } from './files/files';
import { createInspector } from './inspector/inspector';
import { createJobContext } from './jobs/context';
import { createJobs } from './jobs/jobs';
import { createReplyResults } from './jobs/reply-results';
import { createJobRunner } from './jobs/runner';
import { createAccountService } from './ledger/account';
import { createLedgerService } from './ledger/ledger';
import { createLibrary } from './library/library';
import { createModelService, type ModelService } from './models/models';
import { createNotices } from './notices/notices';
import { createOpening } from './opening/opening';
import type { Ports } from './ports/ports';
import { createEstimates } from './prices/estimates';
import { readTypicalCost } from './prices/price-estimate';
import { moveQuerySecrets } from './profiles/connection';
import { createKeyGuard } from './profiles/key-guard';
import { createKeyRing } from './profiles/key-ring';
import { createNetworks } from './profiles/networks';
import { createMoneyOf, type MoneyOf } from './profiles/paying-profile';
import { createProfiles, type Profiles } from './profiles/profiles';
import { createSandboxService } from './profiles/sandbox';
import { createSecretRing } from './profiles/secret-ring';
import { createPace } from './rate-limits/pace';
import { createSettings, type SettingsService } from './settings/settings';
import type { WorkRoom } from './units/work-context';
import { runningWork } from './updates/running-work';
import { createUpdates } from './updates/updates';

/** Every service of the app, made once. */
export type Services = ReturnType<typeof createServices>;

/** Makes them in the order they need each other. */
export function createServices(ports: Ports, { version, shown }: Pick<CoreOptions, 'version' | 'shown'>) {
  const events = createEventBus((error) => ports.log(`a listener failed: ${String(error)}`));
  const notices = createNotices(events);
  // First, so that it sees the first call.
  const inspector = createInspector({ calls: ports.calls, events, clock: ports.clock, version });
  const sandbox = createSandboxService(ports, notices, shown);
  const moneyOf = createMoneyOf(ports);
  const ledger = createLedgerService(ports, events, moneyOf);
  const settings = createSettings(ports, events);
  const { keys, keyGuard, networks } = createSecretServices(ports, events, settings, (id) =>
    profiles.own(id),
  );
  const profiles = createProfiles(ports, { events, keys, sandbox, settings, moneyOf, networks });
  const models = createModelService(ports, { events, profiles, ledger, settings });
  const accounts = createAccountService(ports, { profiles, ledger, moneyOf });
  const spending = createSpendingService(ports, { settings, models, moneyOf });
  const documents = createDocuments(ports);
  const sentFiles = createSentFiles(ports, documents, (id) => models.catalogue(id).models);
  const pace = createPace(ports.clock);
  ports.gateway.onAnswered?.(pace.hear);
  const shared = { events, profiles, ledger, notices, spending, moneyOf, pace };
  const jobContext = createJobContext(ports, { ...shared, modelOf: modelIn(models) });
  const runner = createJobRunner(jobContext);
  const replyResults = createReplyResults(jobContext, runner, settings.current);
  const replies = createRunningReplies(ports, { ...shared, sentFiles, replyResults });
  const jobs = createJobs(jobContext, runner, settings.current);
  const library = createLibrary(ports, events);
  const files = createFiles(ports);
  const moveSecrets = () => moveQuerySecrets(ports, keys, profiles.announce);
  const onRestored = () => takeInRestored(ports, { events, settings, profiles, moveSecrets });
  const archive = createArchiveService(ports, { events, settings, version, onRestored });
  const backups = createBackupService(ports, { events, notices, settings });
  const work = createWork(ports, { ...shared, replies, jobs, files, documents });
  const checks = createChecks(ports, { ...shared, models, inspector });
  const opening = createOpening(ports, events, archive);
  const running = () => runningWork({ replies, runner, ...work, checks, archive, backups });
  const updates = createUpdates({ ports, events, work: running, setting: () => settings.current().updates });
  return {
    ...shared,
    inspector,
    sandbox,
    keys,
    keyGuard,
    models,
    replies,
    settings,
    runner,
    jobs,
    library,
    files,
    documents,
    archive,
    backups,
    sentFiles,
    ...work,
    checks,
    jobContext,
    updates,
    opening,
    accounts,
    networks,
    moveQuerySecrets: moveSecrets,
  };
}

/** What is sent unit by unit: all of it shares how many calls are made at once. */
function createWork(ports: Ports, services: Parameters<typeof createExperiments>[1]) {
  const room: WorkRoom = new Set();
  const batches = createBatches(ports, services, room);
  return { batches, experiments: createExperiments(ports, services, room) };
}

/** A model by the catalogue of its profile as it is known now. */
const modelIn =
  ({ catalogue }: Pick<ModelService, 'catalogue'>) =>
  (profileId: string, model: string) =>
    catalogue(profileId).models.find(({ id }) => id === model);

interface Restored {
  readonly events: EventBus;
  readonly settings: SettingsService;
  readonly profiles: Pick<Profiles, 'announce'>;
  readonly moveSecrets: () => Promise<unknown>;
}

/** The catalogue is not loaded: an import sends nothing to a gateway. */
function takeInRestored({ log }: Ports, { events, settings, profiles, moveSecrets }: Restored): void {
  settings.reload();
  profiles.announce();
  void moveSecrets().catch((error) => log(`moving secrets failed: ${String(error)}`));
  events.emit({ type: 'archive.restored' });
}

/** What keeps its secrets in the keychain. */
function createSecretServices(
  ports: Ports,
  events: EventBus,
  settings: SettingsService,
  own: Profiles['own'],
) {
  const { gateway, storage } = ports;
  const secrets = createSecretRing(ports.keychain, events);
  const keys = createKeyRing(secrets);
  const keyGuard = createKeyGuard(ports, keys);
  const all = storage.profiles.all;
  return { keys, keyGuard, networks: createNetworks({ settings, secrets, own, all, gateway, keyGuard }) };
}

interface SpendingServices {
  readonly settings: SettingsService;
  readonly models: ModelService;
  readonly moneyOf: MoneyOf;
}

function createSpendingService(ports: Ports, { settings, models, moneyOf }: SpendingServices): Spending {
  const unitOf = (id: string) => moneyOf(id).unit;
  return createSpending(
    createGuard(
      { clock: ports.clock, report: ports.storage.report },
      (id) => budgetOf(settings.current(), id, unitOf(id)),
      unitOf,
      // A server of one's own takes no money, whatever its limits counted.
      (id) => (moneyOf(id).isFree ? null : lapsedUnit(settings.current(), id, unitOf(id))),
    ),
    createEstimates((id) => models.catalogue(id).models, moneyOf),
    (profileId, model, kind) =>
      readTypicalCost(ports.storage.report, { profileId, unit: unitOf(profileId) }, model, kind),
    unitOf,
  );
}
