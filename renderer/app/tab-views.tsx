import type { ComponentType, ReactNode } from 'react';
import { type MediaModality, mediaModalities } from '../../shared/modalities/modality';
import type { TabId } from '../commands/tabs';
import { lazy } from '../ui/lazy';
import { ChatView } from './chat-view';

interface TabViewProps {
  /** The jobs panel, for the right column. */
  jobs: ReactNode;
}

const CreateView = lazy(() => import('./create-view'));

/** A component for each modality, so that React keeps no state of one for the next. */
const createView = (modality: MediaModality): ComponentType<TabViewProps> =>
  function ViewOfKind({ jobs }) {
    return <CreateView modality={modality} jobs={jobs} />;
  };

const createViews = Object.fromEntries(mediaModalities.map((id) => [id, createView(id)])) as Record<
  MediaModality,
  ComponentType<TabViewProps>
>;

/** What each tab shows. Only the first is loaded at start. */
export const tabViews: Readonly<Record<TabId, ComponentType<TabViewProps>>> = {
  chat: ChatView,
  ...createViews,
  library: lazy(() => import('../features/library/library-tab')),
  models: lazy(() => import('../features/models/models-tab')),
  batches: lazy(() => import('../features/batch/batches-page')),
  activity: lazy(() => import('../features/activity/activity-tab')),
  prompts: lazy(() => import('../features/prompts/prompts-page')),
  settings: lazy(() => import('./settings-view')),
};
