/** `POST /videos/generations`: creates a job and returns at once. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { check } from '../chat/request';
import { ApiError, invalidRequest } from '../errors';
import { type GivenFrames, givenFrames } from '../jobs/frames';
import { MAX_UNFINISHED } from '../jobs/jobs';
import type { Job, VideoInput } from '../jobs/store';
import { holdPrice, randomSeed } from '../media/costing';
import {
  aspectRatios,
  costOfVideo,
  DEFAULT_RESOLUTION,
  DURATION,
  FRAME_RATE,
  MAX_INPUT_CHARACTERS,
  type VideoModel,
  videoModels,
} from '../media/models';
import { modelNotFound } from '../model-use';
import type { GatewayContext, Services } from '../services';
import { jobReply } from './jobs';

const videoBody = z.looseObject({
  model: z.string().min(1).max(300).nullish(),
  prompt: z.string().max(MAX_INPUT_CHARACTERS).regex(/\S/, 'must not be empty').nullish(),
  duration: z.number().min(DURATION.min).max(DURATION.max).nullish(),
  resolution: z.string().max(50).nullish(),
  aspect_ratio: z.enum(aspectRatios).nullish(),
  seed: z.int().nullish(),
  fps: z.int().min(FRAME_RATE.min).max(FRAME_RATE.max).nullish(),
});

type VideoBody = z.infer<typeof videoBody>;

const DEFAULT_MODEL = 'sandbox/kinograph';
const VIDEO_TO_VIDEO = 'sandbox/relight-video';
const BUSY_RETRY_SECONDS = 30;

export async function createVideo(context: GatewayContext, services: Services): Promise<Response> {
  const body = check(videoBody, context.get('body'));
  const model = findModel(body);
  checkInputs(model, body);
  const { frames, named } = await readFrames(context, services, body);
  const input = { ...readInput(model, body), ...named };
  const kept = context.get('claim')?.savedResult as { readonly id: string } | undefined;
  const added = { model, input, frames };
  const job = kept === undefined ? addJob(context, services, added) : services.media.jobs.get(kept.id);
  return jobReply(context, services, job);
}

function findModel({ model: asked }: VideoBody): VideoModel {
  const id = asked ?? DEFAULT_MODEL;
  const model = videoModels.find((one) => one.id === id);
  if (model === undefined) throw modelNotFound(id);
  return model;
}

/** A model that takes a video needs one, and takes nothing else; the others take none. */
function checkInputs({ id, inputs }: VideoModel, body: VideoBody): void {
  const field = 'video_url';
  const isGiven = body[field] !== undefined && body[field] !== null;
  if (isGiven === inputs.includes('video')) return;
  const message = isGiven
    ? `${id} takes no video; ${VIDEO_TO_VIDEO} does`
    : `${id} needs a video; ${DEFAULT_MODEL} makes one from a prompt alone`;
  throw invalidRequest(`${field}: ${message}`, field);
}

function readInput(model: VideoModel, body: VideoBody): VideoInput {
  const resolution = body.resolution ?? DEFAULT_RESOLUTION;
  if (!Object.hasOwn(model.microsByResolution, resolution)) {
    const known = Object.keys(model.microsByResolution).join(', ');
    throw invalidRequest(`resolution: must be one of ${known}`, 'resolution');
  }
  return {
    prompt: body.prompt ?? '',
    duration: body.duration ?? DURATION.default,
    resolution,
    seed: body.seed ?? randomSeed(),
    ...(typeof body.aspect_ratio === 'string' && { aspect_ratio: body.aspect_ratio }),
    ...(typeof body.fps === 'number' && { fps: body.fps }),
    ...failureOf(model, body),
  };
}

function failureOf({ parameters }: VideoModel, body: VideoBody): Pick<VideoInput, 'fail' | 'fail_after'> {
  if (parameters === undefined) return {};
  const { fail, fail_after: seconds } = check(parameters, body);
  return { fail: fail ?? 'late', ...(typeof seconds === 'number' && { fail_after: seconds }) };
}

async function readFrames(context: GatewayContext, { media }: Services, body: VideoBody) {
  const frames = await givenFrames(body, media.pool, context.req.raw.signal);
  const { firstFrame, lastFrame, video } = frames;
  const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  const named = {
    ...(firstFrame && { first_frame: hash(firstFrame) }),
    ...(lastFrame && { last_frame: hash(lastFrame) }),
    ...(video && { video: hash(video) }),
  };
  return { frames, named };
}

interface AddedJob {
  readonly model: VideoModel;
  readonly input: VideoInput;
  readonly frames: GivenFrames;
}

function addJob(context: GatewayContext, services: Services, { model, input, frames }: AddedJob): Job {
  const { media, replies } = services;
  if (media.jobs.unfinishedCount >= MAX_UNFINISHED) throw tooBusy();
  const claim = context.get('claim');
  const costMicros = costOfVideo(model, { ...input, frames: Object.keys(frames).length });
  const hold = holdPrice(services, costMicros);
  try {
    const asked = {
      model: model.id,
      input,
      frames,
      costMicros,
      requestId: context.get('requestId'),
      idempotencyKey: claim?.key ?? null,
    };
    const keep = (id: string): void => {
      if (claim) replies.keep(claim.key, claim.fingerprint, { kind: 'result', result: { id } });
    };
    return media.jobs.add({ ...asked, keep }, hold);
  } catch (error) {
    hold.release();
    throw error;
  }
}

const tooBusy = (): ApiError =>
  new ApiError(`${MAX_UNFINISHED} jobs are waiting already.`, {
    status: 503,
    code: 'overloaded',
    retryAfterSeconds: BUSY_RETRY_SECONDS,
  });
