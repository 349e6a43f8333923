import type { GatewayPaths } from '../http/paths';
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
  toBody: (operation, body) => (operation === 'videos' ? toSecondsAndSize(body) : body),
};

/** Azure's address with `/openai/v1`: the same, with the names of deployments for models. */
export const azure: Dialect = { ...openai, id: 'azure', hosts: ['openai.azure.com'] };
