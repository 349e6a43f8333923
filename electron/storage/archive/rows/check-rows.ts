/** Checks of models. */

import { z } from 'zod';
import { checkLimits, outcomes } from '../../../../shared/checks/checks';
import { probeIds } from '../../../../shared/checks/probes';
import { MAX_AMOUNT } from '../../../../shared/money/money';
import { moneyUnits } from '../../../../shared/money/money-units';
import * as column from './columns';

const money = z.strictObject({ unit: z.enum(moneyUnits), amount: z.int().min(0).max(MAX_AMOUNT) });
const probe = z.enum(probeIds);
const record = column.json(z.record(column.text(200), z.json()), checkLimits.evidenceCharacters * 4);
const figure = z.strictObject({
  label: column.text(200),
  value: z.union([z.number(), column.text(2_000)]),
  unit: column.text(40),
});

export const checks = z.strictObject({
  seq: column.serial,
  id: column.id,
  profile_id: column.profileId,
  reference_profile_id: column.profileId.nullable(),
  models: column.json(z.array(column.model).max(checkLimits.models)),
  probes: column.json(z.array(probe).max(200)),
  status: z.enum(['running', 'paused', 'stopped', 'completed']),
  error: column.error,
  bound: column.json(z.array(money).max(moneyUnits.length)),
  unpriced: column.count,
  total: column.count,
  is_confirmed: column.flag,
  created_at: column.time,
  finished_at: column.time.nullable(),
});

export const checkCalls = z.strictObject({
  id: column.id,
  check_id: column.id,
  profile_id: column.profileId,
  model: column.model,
  probe,
  step: column.text(100),
  status: z.enum(['held', 'sent', 'answered', 'refused', 'unknown']),
  operation: z.enum(['chat', 'images', 'speech']),
  key: column.text(300),
  request: record,
  answer: record.nullable(),
  error: column.error,
  unit: z.enum(moneyUnits),
  bound: column.charge,
  used: column.charge,
  started_at: column.time.nullable(),
  finished_at: column.time.nullable(),
});

export const checkResults = z.strictObject({
  check_id: column.id,
  profile_id: column.profileId,
  model: column.model,
  probe,
  result: z.enum(outcomes),
  claimed: column.flag.nullable(),
  note: column.text(4_000),
  figures: column.json(z.array(figure).max(200)),
  evidence: column.json(z.array(column.id).max(200)),
  at: column.time,
});
