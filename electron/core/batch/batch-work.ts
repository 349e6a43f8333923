import { AppError } from '../../../shared/errors';
import { type Batch, promptOfRow } from '../../../shared/lab/batch';
import { parseTemplate } from '../../../shared/lab/template';
import { setupOf } from '../../../shared/run/setup';
import type { BatchStore, BatchTurn, RowPlace } from '../ports/batches';
import type { Ports } from '../ports/ports';
import type { Unit, UnitPlace, UnitStore } from '../ports/work';
import type { UnitRequest } from '../units/ask-unit';
import { concernsAll } from '../units/unit-end';
import type { WorkKind } from '../units/work-context';
import type { BatchReports } from './batch-reports';

/** The rows of batches, as what is sent unit by unit. */
export function batchWork({ storage }: Ports, reports: BatchReports): WorkKind {
  const { batches } = storage;
  const requestOf = requestsOf(batches);
  return {
    owner: 'batch',
    store: unitsOf(batches),
    reports: {
      unit: (place) => reports.row(rowOf(place)),
      owner: reports.batch,
      setWait: reports.setWait,
      close: reports.close,
    },
    requestOf,
    profileOf: ({ ownerId }) => batches.get(ownerId)?.profileId,
    concernsAll,
  };
}

const rowOf = ({ ownerId: batchId, position }: UnitPlace): RowPlace => ({ batchId, position });

export const unitOf = (turn: BatchTurn): Unit => ({ ...turn, ownerId: turn.batchId });

const placeOf = (place: RowPlace | undefined): UnitPlace | undefined =>
  place && { ownerId: place.batchId, position: place.position };

/** What the rows of stored batches send. */
export const requestsOf =
  (batches: Pick<BatchStore, 'get' | 'row'>) =>
  (unit: Unit): UnitRequest | undefined => {
    const batch = batches.get(unit.ownerId);
    const turn = batch && batches.row(rowOf(unit));
    return batch && turn && requestOfRow(batch, turn.values);
  };

/** What one row of a batch sends, stored or not. */
export function requestOfRow(
  batch: Pick<Batch, 'profileId' | 'model' | 'template' | 'columns'> & Parameters<typeof setupOf>[0],
  values: readonly string[],
): UnitRequest {
  const { profileId, model, template, columns } = batch;
  const prompt = promptOfRow(parseTemplate(template), columns, values).trim();
  return { ...setupOf(batch), profileId, model, prompt };
}

function unitsOf(batches: BatchStore): UnitStore {
  return {
    stateOf: (id) => batches.get(id)?.status,
    setState: (id, patch) => batches.update(id, patch),
    count: batches.count,
    mayBeUncounted: batches.mayBeUncounted,
    running: batches.running,
    unit(place) {
      const turn = batches.row(rowOf(place));
      return turn && unitOf(turn);
    },
    nextWaiting(id, heldBack) {
      // All rows have one profile.
      const turn = heldBack.length > 0 ? undefined : batches.nextWaiting(id);
      return turn && unitOf(turn);
    },
    update: (place, patch) => batches.updateRow(rowOf(place), patch),
    move: batches.moveRows,
    withStatus: (id, status) => batches.withStatus(id, status).map(unitOf),
    placeOfReply: (id) => placeOf(batches.placeOfReply(id)),
    placeOfJob: (id) => placeOf(batches.placeOfJob(id)),
    placeOfChat: (id, conversationId) => placeOf(batches.placeOfChat(id, conversationId)),
    runningUnits: () => batches.runningRows().flatMap((place) => placeOf(place) ?? []),
  };
}

/** @throws AppError `not_found`. */
export function findBatch({ get }: Pick<BatchStore, 'get'>, id: string): Batch {
  const batch = get(id);
  if (batch) return batch;
  throw new AppError({ code: 'not_found', message: 'This batch no longer exists.' });
}
