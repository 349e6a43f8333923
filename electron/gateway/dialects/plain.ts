/** The interface as it is documented, with every reader that needs no knowledge of one gateway. */
import { readUsageCost } from '../parse/metadata';
import type { Dialect } from './dialect';

export const plain: Dialect = {
  id: 'plain',
  hosts: [],
  signs: () => false,
  paths: {},
  scheme: 'Bearer',
  keyHeader: null,
  fixedHeaders: {},
  headers: () => ({}),
  resultPath: () => null,
  jobOfModel: null,
  modelsQuery: {},
  // A figure without a unit: whose money it is, only a dialect knows.
  readCost: (body) => readUsageCost(body, null),
  unit: 'credits',
  isLocal: false,
  balance: null,
  generation: null,
  details: null,
  readModel: (record) => record,
  toBody: (_operation, body) => body,
  readRefusal: (refusal) => refusal,
};
