import type { GatewayPaths } from '../http/paths';
import type { JsonRecord } from '../parse/json';
import type { Dialect } from './dialect';
import { toSecondsAndSize } from './media-requests';
import { plain } from './plain';

/** Videos as OpenAI has them: the job is the video, and its file is asked for by its id. */
export const openaiVideoPaths: Partial<GatewayPaths> = {
  videos: '/videos',
  job: '/videos/{id}',
  jobs: '/videos',
  jobContent: '/videos/{id}/content',
};

export const openai: Dialect = {
  ...plain,
  id: 'openai',
  unit: 'usd',
  hosts: ['api.openai.com'],
  paths: openaiVideoPaths,
  toBody(operation, body) {
    if (operation === 'chat') return withNewLimit(body);
    return operation === 'videos' ? toSecondsAndSize(body) : body;
  },
};

/** Every chat model takes the newer name, and those that reason refuse the older one. */
function withNewLimit(body: JsonRecord): JsonRecord {
  const { max_tokens: most, ...rest } = body;
  return most === undefined || 'max_completion_tokens' in rest
    ? body
    : { ...rest, max_completion_tokens: most };
}

/** Azure's address with `/openai/v1`: the same, with the names of deployments for models. */
export const azure: Dialect = { ...openai, id: 'azure', hosts: ['openai.azure.com'] };
