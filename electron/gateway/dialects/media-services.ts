/** Services whose images, speech and videos have paths and fields of their own. */
import { isRecord, type JsonRecord, numberOrNull, textOrNull, wordOf } from '../parse/json';
import type { Dialect } from './dialect';
import { falShapeOf, toFalVideo } from './fal-settings';
import { ratioOf, toWidthAndHeight } from './media-requests';
import { plain } from './plain';
import { siliconflowSizes, sizeOfVideo, wanSizes } from './video-sizes';

const usd = { ...plain, unit: 'usd' } as const;

/** A task for each video, which a list of content describes (volcengine.com/docs/82379/1521309). */
export const ark: Dialect = {
  ...usd,
  id: 'ark',
  hosts: ['volces.com', 'bytepluses.com'],
  paths: {
    videos: '/contents/generations/tasks',
    job: '/contents/generations/tasks/{id}',
    jobs: '/contents/generations/tasks',
  },
  toBody(operation, body) {
    if (operation !== 'videos') return body;
    const { model, prompt, ...rest } = body;
    const content = textOrNull(prompt) === null ? [] : [{ type: 'text', text: prompt }];
    return { model, content, ...rest };
  },
};

/** Everything but chats is a task that is followed (help.aliyun.com/zh/model-studio). */
export const dashscope: Dialect = {
  ...usd,
  id: 'dashscope',
  hosts: ['dashscope.aliyuncs.com', 'dashscope-intl.aliyuncs.com', 'dashscope-us.aliyuncs.com'],
  paths: {
    images: '~/api/v1/services/aigc/text2image/image-synthesis',
    videos: '~/api/v1/services/aigc/video-generation/video-synthesis',
    job: '~/api/v1/tasks/{id}',
  },
  headers: (operation): Readonly<Record<string, string>> =>
    operation === 'images' || operation === 'videos' ? { 'X-DashScope-Async': 'enable' } : {},
  toBody(operation, body) {
    if (operation !== 'images' && operation !== 'videos') return body;
    const { model, prompt, size, input, parameters, ...others } = body;
    const { shape, rest } = operation === 'videos' ? toDashscopeShape(model, others) : { rest: others };
    const own = {
      ...(textOrNull(size) !== null && { size: wordOf(size).replace('x', '*') }),
      ...shape,
    };
    return {
      model,
      input: { prompt, ...(isRecord(input) ? input : {}) },
      parameters: { ...own, ...rest, ...(isRecord(parameters) ? parameters : {}) },
    };
  },
};

/** Of these a ratio is a field, as it is of all newer ones. */
const byRatio = /^(wan2\.[7-9]|wan[3-9]|happyhorse)/;

/**
 * Lines where a frame gives the shape, else a size, or lines and a ratio (vercel/ai,
 * packages/alibaba/src/alibaba-video-model.ts; QuantumNous/new-api, relay/channel/task/ali/adaptor.go).
 */
function toDashscopeShape(model: unknown, body: JsonRecord): { shape: JsonRecord; rest: JsonRecord } {
  const id = textOrNull(model) ?? '';
  const isFree = /-(t2v|r2v)/.test(id);
  const { resolution, aspect_ratio: ratio, ...rest } = body;
  const { size } = sizeOfVideo({ resolution, aspect_ratio: ratio }, wanSizes);
  if (isFree && !byRatio.test(id) && size !== null) return { shape: { size: size.replace('x', '*') }, rest };
  const lines = textOrNull(resolution);
  const shape = {
    ...(lines !== null && { resolution: lines.toUpperCase() }),
    ...(isFree && ratio !== undefined && { ratio }),
  };
  return { shape, rest };
}

/** Refusals come with status 200 and a code; a video's file has an id, whose address another call tells. */
export const minimax: Dialect = {
  ...usd,
  id: 'minimax',
  hosts: ['api.minimax.io', 'api.minimaxi.com', 'api.minimax.chat'],
  paths: {
    images: '/image_generation',
    speech: '/t2a_v2',
    videos: '/video_generation',
    job: '/query/video_generation?task_id={id}',
  },
  resultPath({ file_id }) {
    const id = textOrNull(file_id) ?? (typeof file_id === 'number' ? wordOf(file_id) : null);
    return id === null ? null : `/files/retrieve?file_id=${encodeURIComponent(id)}`;
  },
  toBody(operation, body) {
    if (operation === 'images') return toMiniMaxImage(body);
    if (operation === 'videos') return toMiniMaxVideo(body);
    return operation === 'speech' ? toMiniMaxSpeech(body) : body;
  },
  // platform.minimax.io/docs/api-reference/errorcode
  readRefusal(refusal) {
    if (refusal.errorCode === '1008') return { ...refusal, statusCode: 402, isOutOfCredits: true };
    const status = { '1002': 429, '1039': 429, '1004': 401, '2013': 400 }[refusal.errorCode];
    return status === undefined ? refusal : { ...refusal, statusCode: status };
  },
};

function toMiniMaxImage({ size, output_format: _, ...rest }: JsonRecord): JsonRecord {
  const ratio = ratioOf(size);
  return { ...(ratio !== null && { aspect_ratio: ratio }), response_format: 'url', ...rest };
}

function toMiniMaxVideo({ resolution, ...rest }: JsonRecord): JsonRecord {
  const text = textOrNull(resolution);
  return { ...(text !== null && { resolution: text.toUpperCase() }), ...rest };
}

function toMiniMaxSpeech({ input, voice, speed, response_format, ...rest }: JsonRecord): JsonRecord {
  const voice_setting = {
    ...(textOrNull(voice) !== null && { voice_id: voice }),
    ...(numberOrNull(speed) !== null && { speed }),
  };
  const format = textOrNull(response_format);
  return {
    text: input,
    stream: false,
    output_format: 'hex',
    ...(Object.keys(voice_setting).length > 0 && { voice_setting }),
    ...(format !== null && { audio_setting: { format } }),
    ...rest,
  };
}

/** Videos are asked for by a POST (docs.siliconflow.com). */
export const siliconflow: Dialect = {
  ...usd,
  id: 'siliconflow',
  hosts: ['api.siliconflow.com', 'api.siliconflow.cn'],
  paths: { videos: '/video/submit', job: 'POST /video/status?requestId={id}' },
  toBody(operation, body) {
    if (operation === 'videos') return toImageSize(body);
    if (operation !== 'images') return body;
    const { size, n, ...rest } = body;
    return {
      ...(size !== undefined && { image_size: size }),
      ...(n !== undefined && { batch_size: n }),
      ...rest,
    };
  },
};

/** A size instead of lines (docs.siliconflow.com/en/api-reference/videos). */
function toImageSize(body: JsonRecord): JsonRecord {
  const { size, rest } = sizeOfVideo(body, siliconflowSizes);
  return { ...(size !== null && { image_size: size }), ...rest };
}

/** Of Stable Diffusion and Playground, at an older path (vercel/ai, packages/fireworks/src/fireworks-image-model.ts). */
export const fireworksBySize = /playground-v2|stable-diffusion-xl|SSD-1B/;

/** Images at a path that names the model (docs.fireworks.ai/api-reference/generate-a-new-image-from-a-text-prompt). */
export const fireworks: Dialect = {
  ...usd,
  id: 'fireworks',
  hosts: ['api.fireworks.ai'],
  paths: { images: '/workflows/{model}/text_to_image' },
  // docs.fireworks.ai/api-reference/get-generated-image-from-flux-kontex
  jobOfModel: { models: /flux-kontext/, path: '/workflows/{model}/get_result' },
  toBody(operation, body) {
    if (operation !== 'images') return body;
    const { size, n, output_format: format, ...rest } = body;
    const model = textOrNull(body.model) ?? '';
    if (fireworksBySize.test(model)) {
      const { guidance_scale: guidance, ...others } = toWidthAndHeight({ ...rest, size });
      return {
        ...(guidance !== undefined && { cfg_scale: guidance }),
        ...(n !== undefined && { samples: n }),
        ...others,
      };
    }
    const ratio = ratioOf(size);
    const isKontext = model.includes('flux-kontext') && format !== undefined;
    return {
      ...(ratio !== null && { aspect_ratio: ratio }),
      ...(isKontext && { output_format: format }),
      ...rest,
    };
  },
};

/** Every model has a path and fields of its own; its answer names where it is asked for (docs.fal.ai/model-apis). */
export const fal: Dialect = {
  ...usd,
  id: 'fal',
  hosts: ['queue.fal.run', 'fal.run'],
  scheme: 'Key',
  paths: { images: '/{model}', speech: '/{model}', videos: '/{model}' },
  toBody(operation, body) {
    if (operation === 'speech') {
      const { input, ...rest } = body;
      return { text: input, ...rest };
    }
    if (operation === 'videos') return toFalVideo(body);
    if (operation !== 'images') return body;
    const { size, n, ...rest } = body;
    return { ...falShapeOf(body.model, size), ...(n !== undefined && { num_images: n }), ...rest };
  },
};

/** replicate.com/openai/gpt-image-1-mini */
const gptImageRatios = ['1:1', '3:2', '2:3'] as const;

/** A prediction for each request, whose input is the model's own (replicate.com/docs/reference/http). */
export const replicate: Dialect = {
  ...usd,
  id: 'replicate',
  hosts: ['api.replicate.com'],
  paths: {
    images: '/models/{model}/predictions',
    speech: '/models/{model}/predictions',
    videos: '/models/{model}/predictions',
    job: '/predictions/{id}',
    jobs: '/predictions',
  },
  toBody(operation, body) {
    if (operation === 'chat') return body;
    const { model, input, size, n, ...rest } = body;
    const isGptImage = textOrNull(model)?.includes('gpt-image') ?? false;
    const ratio = ratioOf(size, isGptImage ? gptImageRatios : undefined);
    const shape = {
      ...(ratio !== null && { aspect_ratio: ratio }),
      ...(n !== undefined && { [isGptImage ? 'number_of_images' : 'num_outputs']: n }),
    };
    const given = operation === 'speech' ? { text: input } : isRecord(input) ? input : {};
    return { model, input: { ...shape, ...rest, ...given } };
  },
  readModel(record) {
    const { owner, name } = record;
    return textOrNull(owner) === null ? record : { ...record, id: `${owner}/${name}` };
  },
};
