import { costOf } from '../parse/cost';
import { isRecord, type JsonRecord } from '../parse/json';
import type { Dialect } from './dialect';
import { toWidthAndHeight } from './media-requests';
import { plain } from './plain';

/** Together AI: pictures by width and height; videos under another version of its interface. */
export const together: Dialect = {
  ...plain,
  id: 'together',
  unit: 'usd',
  hosts: ['api.together.ai', 'api.together.xyz'],
  paths: { videos: '~/v2/videos', job: '~/v2/videos/{id}', jobs: '~/v2/videos' },
  readCost: (body) => plain.readCost(body, new Headers()) ?? readVideoCost(body),
  toBody(operation, body) {
    if (operation === 'images') return toWidthAndHeight(body);
    return operation === 'videos' ? toSeconds(body) : body;
  },
};

function readVideoCost(body: unknown) {
  const outputs = isRecord(body) && isRecord(body.outputs) ? body.outputs : {};
  return costOf(outputs.cost, 'USD', 'outputs.cost');
}

function toSeconds({ duration, ...rest }: JsonRecord): JsonRecord {
  return duration === undefined ? rest : { seconds: duration, ...rest };
}
