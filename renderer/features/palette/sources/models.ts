import { Box } from 'lucide-react';
import { type ModalityId, mediaModalities, modalities } from '../../../../shared/modalities/modalities';
import type { Model } from '../../../../shared/models/models';
import { focusSoon } from '../../../lib/focus';
import { isChatModel } from '../../../lib/is-chat-model';
import { makesKind } from '../../../lib/models-for';
import { findModels } from '../../../parts/models/find-models';
import { noteChoice } from '../../../parts/models/model-choices';
import { openTabWithModel } from '../../../parts/models/open-with-model';
import { priceOf } from '../../../parts/models/price';
import { announce } from '../../../state/announce';
import { useCoreState } from '../../../state/core/core-state';
import { configure } from '../../../state/ui/config-actions';
import { useUiState } from '../../../state/ui/ui-state';
import type { Hit, Source } from '../hit';

const noModels: readonly Model[] = [];

/** The catalogue; choosing a model here makes it the next one, on a tab that can use it. */
export const modelSource: Source = {
  title: 'Models',
  prefix: '@',
  find: (words, limit) => {
    const models = useCoreState.getState().app?.catalogue.models ?? noModels;
    return findModels(models, words).models.slice(0, limit).map(hitOf);
  },
};

const hitOf = (model: Model): Hit => ({
  key: `model:${model.id}`,
  icon: Box,
  label: model.id,
  detail: priceOf(model) ?? 'price unknown',
  run: () => chooseModel(model),
});

function chooseModel(model: Model): void {
  const { tab, conversationId } = useUiState.getState().route;
  const places = placesOf(model);
  const place = places.find((one) => one === tab) ?? places[0] ?? 'chat';
  // The visible chat continues with it, as when it is chosen in the chat.
  if (place === 'chat' && tab === 'chat' && conversationId !== null) {
    noteChoice(place, model.id);
    configure(conversationId, { model: model.id });
    focusSoon('composer');
  } else openTabWithModel(place, model.id);
  announce(`${model.id} selected`);
}

/** The tabs that can use it: those of its stated outputs, chat first; chat where it states none. */
function placesOf(model: Model): readonly ModalityId[] {
  const makes = mediaModalities.filter((id) => makesKind(model, modalities[id].mediaKind));
  return isChatModel(model) ? ['chat', ...makes] : makes;
}
