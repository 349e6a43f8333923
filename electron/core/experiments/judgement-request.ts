import { isMeasured } from '../../../shared/assertions/types';
import type { NewJudgement } from '../ports/experiments';
import type { UnitRequest } from '../units/ask-unit';

/** As the unit that is sent. Its images become files as they are sent. */
export const requestOfJudgement = ({
  type,
  profileId,
  model,
  settings,
  prompt,
  media,
}: Pick<NewJudgement, 'type' | 'profileId' | 'model' | 'settings' | 'prompt' | 'media'>): UnitRequest => ({
  modality: 'chat',
  profileId,
  model,
  settings,
  prompt,
  isMeasured: isMeasured(type),
  attachments: media.map((id) => ({ id, name: 'image' })),
});
