/** The request for an image, speech or a video in the words of its gateway. */
import { inputSlots } from '../../../shared/run/inputs';
import { inputWriterOf } from '../dialects/media-inputs';
import type { CallSpec, ClientContext } from '../http/call';
import { defaultPaths, editsPath, type GatewayPaths, withModel } from '../http/paths';
import { GatewayError } from '../parse/error';
import { isRecord, type JsonRecord } from '../parse/json';
import type { CallOptions, WrittenInputs } from '../types/call';
import type { MediaOptions, SentInput } from '../types/media';

type MediaOperation = 'images' | 'speech' | 'videos';

/** @throws GatewayError where the path names the model and none was chosen, or where the gateway takes no such input */
export async function mediaSpec(
  { dialect }: ClientContext,
  paths: GatewayPaths,
  operation: MediaOperation,
  params: Readonly<Record<string, unknown>>,
  { inputs = [], ...options }: CallOptions & MediaOptions = {},
): Promise<CallSpec> {
  const worded = dialect.toBody(operation, params);
  const { body, form, isEdit, ...written } = withInputs(dialect.id, operation, worded, {
    inputs,
    model: params.model,
    isOwnPath: paths[operation] !== (dialect.paths[operation] ?? defaultPaths[operation]),
  });
  const path = written.path ?? (isEdit ? editsPath(paths.images) : paths[operation]);
  const filled = withModel(path, body, params.model);
  if (filled === null) {
    const message = `This gateway’s path names the model (${path}), and none was chosen.`;
    throw new GatewayError({ errorCode: 'invalid_request', message, param: 'model' });
  }
  const data = form === undefined ? await withData(filled.body, inputs, written.isBare) : filled.body;
  return {
    method: 'post',
    ...filled,
    body: data,
    ...(form && { files: filesOf(form, inputs) }),
    headers: written.headers ?? dialect.headers(operation),
    costs: true,
    options,
  };
}

interface Sent {
  readonly inputs: readonly SentInput[];
  readonly model: unknown;
  /** The path that a person set counts more than that of the model. */
  readonly isOwnPath: boolean;
}

function withInputs(
  id: Parameters<typeof inputWriterOf>[0],
  operation: MediaOperation,
  body: JsonRecord,
  { inputs, model, isOwnPath }: Sent,
): WrittenInputs {
  const writer = operation === 'speech' ? null : inputWriterOf(id, operation, model);
  if (inputs.length === 0) return writer?.withoutInputs && !isOwnPath ? writer.write(body, []) : { body };
  const refused = inputs.find(({ role }) => !writer?.roles.includes(role));
  if (refused !== undefined || writer === null) {
    const what = inputSlots[refused?.role ?? 'image'].inWords;
    const message = `Gatehouse knows no field of this gateway for ${what}. Remove it, or choose another profile.`;
    throw new GatewayError({ errorCode: 'invalid_request', message });
  }
  return writer.write(body, inputs);
}

const filesOf = (form: NonNullable<WrittenInputs['form']>, inputs: readonly SentInput[]) =>
  form.flatMap(({ field, marker }) => {
    const input = inputs.find((one) => one.marker === marker);
    return input === undefined ? [] : [{ field, ...input }];
  });

/** The body with a data URL, or its base64 alone, in place of each marker. */
async function withData(body: JsonRecord, inputs: readonly SentInput[], isBare = false): Promise<JsonRecord> {
  const urls = new Map<string, string>();
  for (const { marker, contentType, open } of inputs) {
    const bytes = Buffer.from(await (await open()).arrayBuffer());
    urls.set(marker, `${isBare ? '' : `data:${contentType};base64,`}${bytes.toString('base64')}`);
  }
  return urls.size === 0 ? body : (filledIn(body, urls) as JsonRecord);
}

function filledIn(value: unknown, urls: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return urls.get(value) ?? value;
  if (Array.isArray(value)) return value.map((one) => filledIn(one, urls));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filledIn(one, urls)]));
}
