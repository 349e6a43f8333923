import { type LucideIcon, MessageSquare, Settings } from 'lucide-react';
import { type ComponentType, lazy } from 'react';
import { ChatTab } from '../chat/chat-tab';

export interface Tab {
  readonly id: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Where on the rail it stands. */
  readonly place: 'top' | 'bottom';
  /** Key that opens it together with Ctrl (Cmd). */
  readonly key: string;
  readonly component: ComponentType;
}

const SettingsPage = lazy(() => import('../settings/settings-page'));

/** The tabs, in the order of the rail: adding one is adding a line. Only the first is loaded at start. */
export const tabs: readonly Tab[] = [
  { id: 'chat', label: 'Chat', icon: MessageSquare, place: 'top', key: '1', component: ChatTab },
  { id: 'settings', label: 'Settings', icon: Settings, place: 'bottom', key: ',', component: SettingsPage },
];

export const tabOf = (id: string): Tab => tabs.find((tab) => tab.id === id) ?? (tabs[0] as Tab);
