import type { MediaKind } from '../../shared/modalities/modalities';
import type { Model } from '../../shared/models/models';

/** The names that gateways use for modalities in a model's capabilities. */
const wordsOf: Readonly<Record<MediaKind, readonly string[]>> = {
  image: ['image', 'images'],
  audio: ['audio', 'speech'],
  video: ['video', 'videos'],
};

/** Whether a model states that it has this output. */
export function makesKind({ capabilities }: Model, kind: MediaKind): boolean {
  return capabilities?.output.some((word) => wordsOf[kind].includes(word.toLowerCase())) ?? false;
}

/** Models to choose from: those with this output, then those that do not state their output. */
export function modelsFor(models: readonly Model[], kind: MediaKind): readonly Model[] {
  const silent = models.filter(
    ({ capabilities }) => capabilities === null || capabilities.output.length === 0,
  );
  return [...models.filter((model) => makesKind(model, kind)), ...silent];
}
