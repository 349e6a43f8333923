/** Which path a model is for, where a request sent it to another one. */
import { benchModels } from './bench/traits';
import { embeddingModel } from './embeddings/model';
import { ApiError } from './errors';
import { itemizedModels } from './itemized/prices';
import { editModels, imageModels, speechModels, videoModels } from './media/models';
import { createChatModels } from './models';

type Listed = readonly { readonly id: string }[];

const uses: readonly (readonly [models: Listed, path: string])[] = [
  [[...createChatModels(), ...itemizedModels, ...benchModels], '/chat/completions or /responses'],
  [[embeddingModel], '/embeddings'],
  [imageModels, '/images/generations'],
  [editModels, '/images/edits'],
  [speechModels, '/audio/speech'],
  [videoModels, '/videos/generations'],
];

/** 404 `model_not_found`: of a model that there is, with the path that it is for. */
export function modelNotFound(id: string): ApiError {
  const use = uses.find(([models]) => models.some((model) => model.id === id));
  const message =
    use === undefined
      ? `Unknown model "${id.slice(0, 200)}". See GET /models for available models.`
      : `The model "${id}" is for POST ${use[1]}. See GET /models for others.`;
  return new ApiError(message, { status: 404, code: 'model_not_found', param: 'model' });
}
