/** The tabs of the window, as data: `app/tab-views.tsx` says what each shows. */

import {
  AudioLines,
  BookMarked,
  Box,
  ChartColumn,
  Clapperboard,
  FlaskConical,
  Image,
  LibraryBig,
  type LucideIcon,
  MessageSquare,
  Settings,
  TableProperties,
} from 'lucide-react';
import type { MediaModality } from '../../shared/modalities/modalities';

export type TabId =
  | MediaModality
  | 'chat'
  | 'library'
  | 'models'
  | 'batches'
  | 'lab'
  | 'activity'
  | 'prompts'
  | 'settings';

export interface Tab {
  readonly id: TabId;
  readonly label: string;
  /** On the rail, where a word of the label is another tab's. */
  readonly shortLabel?: string;
  readonly icon: LucideIcon;
  /** Its position on the rail; `off` for a page that is opened from elsewhere. */
  readonly place: 'top' | 'middle' | 'bottom' | 'off';
  /** The key that opens it together with Ctrl (Cmd); `null` where there is none. */
  readonly key: string | null;
  /** The modality of the tab: a badge on the rail counts its running jobs. */
  readonly modality?: MediaModality;
}

const made = { place: 'top' } as const;

/** In the order of the rail: a new tab is a line here and one in `app/tab-views.tsx`. */
export const tabs: readonly Tab[] = [
  { id: 'chat', label: 'Chat', icon: MessageSquare, place: 'top', key: '1' },
  {
    ...made,
    id: 'image',
    label: 'Image',
    icon: Image,
    key: '2',
    modality: 'image',
  },
  {
    ...made,
    id: 'speech',
    label: 'Speech',
    icon: AudioLines,
    key: '3',
    modality: 'speech',
  },
  {
    ...made,
    id: 'video',
    label: 'Video',
    icon: Clapperboard,
    key: '4',
    modality: 'video',
  },
  { id: 'library', label: 'Library', icon: LibraryBig, place: 'middle', key: null },
  { id: 'models', label: 'Models', icon: Box, place: 'middle', key: null },
  { id: 'batches', label: 'Batches', icon: TableProperties, place: 'middle', key: null },
  { id: 'lab', label: 'Lab', icon: FlaskConical, place: 'middle', key: null },
  {
    id: 'activity',
    label: 'Activity',
    icon: ChartColumn,
    place: 'middle',
    key: null,
  },
  {
    id: 'prompts',
    label: 'Prompt library',
    shortLabel: 'Prompts',
    icon: BookMarked,
    place: 'middle',
    key: null,
  },
  {
    id: 'settings',
    label: 'Settings',
    icon: Settings,
    place: 'bottom',
    key: ',',
  },
];

export const tabOf = (id: string): Tab => tabs.find((tab) => tab.id === id) ?? (tabs[0] as Tab);
