/** The request for an image, speech or a video in the words of its gateway. */
import type { CallSpec, ClientContext } from '../http/call';
import { type GatewayPaths, withModel } from '../http/paths';
import { GatewayError } from '../parse/error';
import type { CallOptions } from '../types/call';

type MediaOperation = 'images' | 'speech' | 'videos';

/** @throws GatewayError where the path names the model and none was chosen */
export function mediaSpec(
  { dialect }: ClientContext,
  paths: GatewayPaths,
  operation: MediaOperation,
  params: Readonly<Record<string, unknown>>,
  options?: CallOptions,
): CallSpec {
  const worded = dialect.toBody(operation, params);
  const filled = withModel(paths[operation], worded, params.model);
  if (filled === null) {
    const message = `This gateway’s path names the model (${paths[operation]}), and none was chosen.`;
    throw new GatewayError({ errorCode: 'invalid_request', message, param: 'model' });
  }
  return { method: 'post', ...filled, headers: dialect.headers(operation), costs: true, options };
}
