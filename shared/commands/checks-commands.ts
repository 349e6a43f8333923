/** Checks: what models can really do. */

import { z } from 'zod';
import {
  type CheckCall,
  type CheckPage,
  type CheckPlan,
  type CheckResult,
  type CheckRun,
  checkLimits,
} from '../checks/checks';
import { probeIds } from '../checks/probes';
import { answers, cursor, id, isConfirmed, model } from './spec';

const scope = z.strictObject({
  /** The active profile where left out. */
  profileId: id.optional(),
  models: z.array(model).min(1).max(checkLimits.models),
  /** All that apply to each model where left out or `null`. */
  probes: z.array(z.enum(probeIds)).min(1).nullable().optional(),
  /** With it, the probe `reference` asks both. */
  referenceProfileId: id.nullable().optional(),
  /** The most to spend, in the unit of the profile. */
  budget: z.number().min(0).max(1e9).nullable().optional(),
});

export const checksCommands = {
  /** How many calls a check makes at most and what they can cost; sends nothing. */
  'checks.plan': answers<CheckPlan>()(() => scope),
  /**
   * Stores the check, then runs it; returns once it is on the disk. Guarded as a whole first: if it is refused, nothing is
   * sent. The window makes `id`, once per intent. Where no price is known and there is a budget, it needs `isConfirmed`.
   */
  'checks.start': answers<CheckRun>()(() => scope.extend({ id: z.uuid(), isConfirmed })),
  /** Sends no further requests; those that were sent are completed. */
  'checks.pause': answers<CheckRun>()(() => z.strictObject({ id })),
  'checks.resume': answers<CheckRun>()(() => z.strictObject({ id, isConfirmed })),
  /** Ends it: running requests are aborted. */
  'checks.stop': answers<CheckRun>()(() => z.strictObject({ id })),
  'checks.get': answers<CheckRun>()(() => z.strictObject({ id })),
  'checks.list': answers<CheckPage>()(() =>
    z.strictObject({ profileId: id.nullable(), cursor, limit: z.int().min(1).max(200) }),
  ),
  /** Deletes it with its results and evidence; what it cost stays in the ledger. */
  'checks.remove': answers<null>()(() => z.strictObject({ id })),
  /** All results of one check. */
  'checks.results': answers<{ results: readonly CheckResult[] }>()(() => z.strictObject({ id })),
  /** The newest result of each model and probe, over all checks: of one profile or all, of one model or all. */
  'checks.latest': answers<{ results: readonly CheckResult[] }>()(() =>
    z.strictObject({ profileId: id.nullable(), model: model.nullable() }),
  ),
  /** One request with its answer. Its code: `code.request` with `of: 'checkCall'`. */
  'checks.call': answers<CheckCall>()(() => z.strictObject({ id })),
  /** One document for others: JSON, or an HTML page without scripts. */
  'checks.export': answers<{ text: string; results: number; fileName: string }>()(() =>
    z.strictObject({ id, format: z.enum(['json', 'html']) }),
  ),
};
