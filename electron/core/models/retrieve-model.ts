import type { Model } from '../../../shared/models/models';
import type { LedgerService } from '../ledger/ledger';
import type { Ports } from '../ports/ports';
import type { Profiles } from '../profiles/profiles';

interface Services {
  readonly profiles: Profiles;
  readonly ledger: LedgerService;
}

interface Question {
  readonly profileId: string;
  readonly id: string;
  readonly signal: AbortSignal;
}

/**
 * Reads the record of one model from its gateway, for free, and puts it into the catalogue where one was loaded.
 * @throws what the gateway's client throws
 */
export async function retrieveModel(
  { storage, gateway }: Ports,
  { profiles, ledger }: Services,
  { profileId, id, signal }: Question,
): Promise<Model> {
  const client = await profiles.client(profileId);
  const call = ledger.begin(profileId, false);
  const record = await client.models.retrieve(id, { signal }).finally(call.end);
  return storage.transaction(() => {
    const known = storage.catalogues.get(profileId);
    const before = known?.models.find((model) => model.id === id);
    // An alias is answered with the record of the model it names; requests go on naming the alias.
    const model = withKnown({ ...gateway.toModel(record), id }, before);
    if (known !== undefined)
      storage.catalogues.put(profileId, withRecord(known.models, model), known.refreshedAt);
    ledger.recordAnswer({ profileId, operation: 'models.retrieve', model: id }, record.meta, call);
    return model;
  });
}

/** What the list reported, where the single record leaves it out: some gateways state prices only in the list. */
function withKnown(model: Model, before: Model | undefined): Model {
  const { pricing, capabilities, dollarPrices } = model;
  return {
    ...model,
    pricing: pricing ?? before?.pricing ?? null,
    capabilities: capabilities ?? before?.capabilities ?? null,
    ...(dollarPrices === undefined && before?.dollarPrices && { dollarPrices: before.dollarPrices }),
  };
}

function withRecord(models: readonly Model[], model: Model): readonly Model[] {
  const isNew = models.every(({ id }) => id !== model.id);
  return isNew ? [...models, model] : models.map((one) => (one.id === model.id ? model : one));
}
