import { type Handlers, nothing } from '../dispatch';
import type { Profiles } from '../profiles/profiles';
import type { SettingsService } from '../settings/settings';
import { createModelChoices } from './model-choices';
import type { ModelService } from './models';

interface ModelServices {
  readonly models: ModelService;
  readonly profiles: Profiles;
  readonly settings: SettingsService;
}

export function modelHandlers(services: ModelServices) {
  const { models, profiles } = services;
  const choices = createModelChoices(services);
  return {
    'models.refresh': ({ profileId }) => models.refresh(profileId ?? profiles.activeId()).then(nothing),
    'models.catalogue': async ({ profileId }) => {
      if (models.catalogue(profileId).refreshedAt === null) await models.refresh(profileId);
      return models.catalogue(profileId);
    },
    'models.retrieve': ({ model }) => models.retrieve(profiles.activeId(), model),
    'models.pin': (input) => choices.pin(input).then(nothing),
    'models.hide': (input) => choices.hide(input).then(nothing),
    async 'models.takes'(input) {
      await choices.takes(input);
      models.report(input.profileId);
      return null;
    },
    'models.noteChoice': (input) => choices.noteChoice(input).then(nothing),
  } satisfies Partial<Handlers>;
}
