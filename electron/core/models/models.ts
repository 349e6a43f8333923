import type { Model, ModelCatalogue } from '../../../shared/models/models';
import { withOwnWord } from '../../../shared/models/own-word';
import type { ModelList, ModelRecord } from '../../gateway/types/client';
import type { EventBus } from '../events';
import type { LedgerService } from '../ledger/ledger';
import type { Ports } from '../ports/ports';
import type { Profiles } from '../profiles/profiles';
import type { SettingsService } from '../settings/settings';
import { retrieveModel } from './retrieve-model';

export interface ModelService {
  /** What is known now, without a request to the gateway. */
  catalogue(profileId: string): ModelCatalogue;
  /**
   * Loads the list from the gateway; costs no credits. A failure keeps the previous list and is reported in the
   * catalogue, as is a list of which only the first pages could be read.
   */
  refresh(profileId: string): Promise<void>;
  /** The same after the key or the address has changed: what a request that already runs brings is outdated. */
  refreshChanged(profileId: string): Promise<void>;
  /**
   * Loads the record of one model; costs no credits. It replaces that model's record in a catalogue that was loaded.
   * @throws what the gateway's client throws
   */
  retrieve(profileId: string, id: string): Promise<Model>;
  /** Reports the catalogue again, after what the person says of its models has changed. */
  report(profileId: string): void;
  /** Resolves once no request is running; afterwards none is sent. */
  settled(): Promise<void>;
}

interface Services {
  readonly events: EventBus;
  readonly profiles: Profiles;
  readonly ledger: LedgerService;
  readonly settings: Pick<SettingsService, 'current'>;
}

const OPERATION = 'models.list';

type Trouble = Pick<ModelCatalogue, 'error' | 'unread'>;
const noTrouble: Trouble = { error: null, unread: null };

export function createModelService(ports: Ports, services: Services): ModelService {
  const { events, profiles, ledger, settings } = services;
  const { storage, clock, gateway, describeError } = ports;
  const refreshing = new Map<string, Promise<void>>();
  const troubles = new Map<string, Trouble>();

  let closed = false;
  const closing = new AbortController();
  const catalogue = (profileId: string): ModelCatalogue => {
    const known = storage.catalogues.get(profileId);
    return {
      profileId,
      models: withOwnWord(known?.models ?? [], settings.current().models[profileId]),
      refreshedAt: known?.refreshedAt ?? null,
      refreshing: refreshing.has(profileId),
      ...(troubles.get(profileId) ?? noTrouble),
    };
  };
  const announce = (profileId: string) =>
    events.emit({ type: 'models.changed', catalogue: catalogue(profileId) });
  const fetchModels = async (profileId: string) => {
    const client = await profiles.client(profileId);
    const call = ledger.begin(profileId, false);
    const list = await client.models.list({ signal: closing.signal }).finally(call.end);
    if (closed) return;
    if (list.unread !== null) troubles.set(profileId, { error: null, unread: describeError(list.unread) });
    storage.transaction(() => {
      const models = allOf(list, gateway.toModel, storage.catalogues.get(profileId)?.models);
      storage.catalogues.put(profileId, models, clock.now());
      ledger.recordAnswer({ profileId, operation: OPERATION, model: null }, list.meta, call);
    });
    // First: another kind of gateway may count in another unit.
    if (list.gateway !== null) profiles.recognize(profileId, list.gateway);
    ledger.announce(profileId);
  };
  const run = async (profileId: string) => {
    troubles.delete(profileId);
    try {
      await fetchModels(profileId);
    } catch (error) {
      troubles.set(profileId, { error: describeError(error), unread: null });
    } finally {
      refreshing.delete(profileId);
      announce(profileId);
    }
  };

  const refresh = (profileId: string): Promise<void> => {
    const running = refreshing.get(profileId);
    if (running) return running;
    if (closed) return Promise.resolve();
    const started = run(profileId);
    // Reported to the callers. If a damaged database ends the start first, there are none.
    started.catch(() => undefined);
    refreshing.set(profileId, started);
    announce(profileId);
    return started;
  };

  return {
    catalogue,
    refresh,
    async refreshChanged(profileId) {
      await refreshing.get(profileId)?.catch(() => undefined);
      await refresh(profileId);
    },
    async retrieve(profileId, id) {
      const model = await retrieveModel(ports, services, { profileId, id, signal: closing.signal });
      ledger.announce(profileId);
      announce(profileId);
      return model;
    },
    report: announce,
    async settled() {
      closed = true;
      closing.abort();
      await Promise.all(refreshing.values());
    },
  };
}

/** The models of a list. Where it ends too early, those known before stay: they may be on a page that couldn't be read. */
function allOf(
  list: ModelList,
  toModel: (record: ModelRecord) => Model,
  before: readonly Model[] = [],
): readonly Model[] {
  const read = oneOfEachId(list.models).map(toModel);
  const ids = new Set(read.map(({ id }) => id));
  return list.unread === null ? read : [...read, ...before.filter(({ id }) => !ids.has(id))];
}

/** A request names a model by its id, so a second record with the same id is the same model; the first one counts. */
function oneOfEachId(records: readonly ModelRecord[]): readonly ModelRecord[] {
  const known = new Map<string, ModelRecord>();
  for (const record of records) if (!known.has(record.id)) known.set(record.id, record);
  return [...known.values()];
}
