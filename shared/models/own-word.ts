/** What a person says of a model whose record doesn't: the files and settings that it takes too. Catalogues are often behind. */
import type { ResultKind } from '../media/media';
import type { MediaModality } from '../modalities/modalities';
import { inputSlots, rolesOf } from '../run/inputs';
import type { ModelChoices } from './model-choices';
import type { Capabilities, Model } from './models';

/** The models with the person's own word in their capabilities; the very same list where there is none. */
export function withOwnWord(models: readonly Model[], choices: ModelChoices | undefined): readonly Model[] {
  const { takes, takesSettings } = choices ?? {};
  if (takes === undefined && takesSettings === undefined) return models;
  return models.map((model) => withSettings(withFiles(model, takes?.[model.id]), takesSettings?.[model.id]));
}

function withFiles(model: Model, kinds: readonly ResultKind[] | undefined): Model {
  if (kinds === undefined || !saysWhatItTakes(model)) return model;
  return { ...model, capabilities: extended(model.capabilities, kinds) };
}

function withSettings(model: Model, ownSettings: readonly string[] | undefined): Model {
  if (ownSettings === undefined) return model;
  return { ...model, capabilities: { ...(model.capabilities ?? { input: [], output: [] }), ownSettings } };
}

/** Where a record says nothing, every file is sent and the gateway decides, so there is nothing to add. */
export const saysWhatItTakes = (
  model: Pick<Model, 'capabilities'>,
): model is { readonly capabilities: Capabilities } => (model.capabilities?.input.length ?? 0) > 0;

function extended(stated: Capabilities, kinds: readonly ResultKind[]): Capabilities {
  const { input, inputs } = stated;
  const roles = (Object.keys(rolesOf) as MediaModality[])
    .flatMap((modality) => rolesOf[modality])
    .filter((role) => kinds.includes(inputSlots[role].kind));
  return {
    ...stated,
    input: [...new Set([...input, ...kinds])],
    ...(inputs && { inputs: [...new Set([...inputs, ...roles])] }),
    ownWord: kinds,
  };
}

/** What the gateway says alone. */
export const stated = (capabilities: Capabilities): Capabilities => {
  const { ownWord, ownSettings, ...own } = capabilities;
  if (ownWord === undefined) return ownSettings === undefined ? capabilities : own;
  return { ...own, input: own.input.filter((name) => !ownWord.some((kind) => kind === name)) };
};
