import {
  AudioLines,
  BookMarked,
  Boxes,
  ChartColumn,
  Clapperboard,
  Image,
  LibraryBig,
  type LucideIcon,
  MessageSquare,
  Settings,
  TableProperties,
} from 'lucide-react';
import { type ComponentType, lazy } from 'react';
import type { ModalityId } from '../../shared/modalities';
import { ChatTab } from '../features/chat/chat-tab';
import { jobsBeside } from '../features/jobs/jobs-beside';

export interface Tab {
  readonly id: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Where on the rail it stands; `off` for a page that is reached from elsewhere. */
  readonly place: 'top' | 'middle' | 'bottom' | 'off';
  /** Key that opens it together with Ctrl (Cmd); `null` where there is none. */
  readonly key: string | null;
  /** What is made there: a badge on the rail counts what is under way. */
  readonly modality?: ModalityId;
  readonly component: ComponentType;
}

const createTab = (name: 'ImageTab' | 'SpeechTab' | 'VideoTab') =>
  lazy(() => import('../features/create/create-tab').then((tabs) => ({ default: tabs[name] })));
const LibraryTab = lazy(() => import('../features/library/library-tab'));
const ModelsTab = lazy(() => import('../features/models/models-tab'));
const ActivityTab = lazy(() => import('../features/activity/activity-tab'));
const BatchesPage = lazy(() => import('../features/batch/batches-page'));
const PromptsPage = lazy(() => import('../features/prompts/prompts-page'));
const SettingsPage = lazy(() => import('../features/settings/settings-page'));

const made = { place: 'top' } as const;

/** The tabs, in the order of the rail: adding one is adding a line. Only the first is loaded at start. */
export const tabs: readonly Tab[] = [
  { id: 'chat', label: 'Chat', icon: MessageSquare, place: 'top', key: '1', component: ChatTab },
  {
    ...made,
    id: 'image',
    label: 'Image',
    icon: Image,
    key: '2',
    modality: 'image',
    component: createTab('ImageTab'),
  },
  {
    ...made,
    id: 'speech',
    label: 'Speech',
    icon: AudioLines,
    key: '3',
    modality: 'speech',
    component: createTab('SpeechTab'),
  },
  {
    ...made,
    id: 'video',
    label: 'Video',
    icon: Clapperboard,
    key: '4',
    modality: 'video',
    component: createTab('VideoTab'),
  },
  { id: 'library', label: 'Library', icon: LibraryBig, place: 'middle', key: null, component: LibraryTab },
  { id: 'models', label: 'Models', icon: Boxes, place: 'middle', key: null, component: ModelsTab },
  { id: 'batches', label: 'Batches', icon: TableProperties, place: 'off', key: null, component: BatchesPage },
  {
    id: 'activity',
    label: 'Activity',
    icon: ChartColumn,
    place: 'middle',
    key: null,
    component: ActivityTab,
  },
  {
    id: 'prompts',
    label: 'Prompt library',
    icon: BookMarked,
    place: 'off',
    key: null,
    component: PromptsPage,
  },
  {
    id: 'settings',
    label: 'Settings',
    icon: Settings,
    place: 'bottom',
    key: ',',
    component: jobsBeside('settings', SettingsPage),
  },
];

export const tabOf = (id: string): Tab => tabs.find((tab) => tab.id === id) ?? (tabs[0] as Tab);
