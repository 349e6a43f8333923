import { tabCommandId } from '../commands/commands';
import { type Tab, tabOf, tabs } from '../commands/tabs';
import { useKeys, withKeysText } from '../commands/use-keys';
import { addressOfTab } from '../state/ui/route';
import { useUiState } from '../state/ui/ui-state';
import { classes } from '../ui/classes';
import { later } from '../ui/later';

const JobsBadge = later(() => import('../features/jobs/jobs-badge').then((module) => module.JobsBadge));

/** The tabs, as links, so that keyboards and screen readers treat them as such. */
export function Rail() {
  const current = useUiState(({ route }) => tabOf(route.tab).id);
  const conversationId = useUiState(({ route }) => route.conversationId);
  const link = (tab: Tab) => (
    <RailLink key={tab.id} tab={tab} current={tab.id === current} conversationId={conversationId} />
  );
  return (
    <nav
      aria-label="Main"
      data-rail
      className="relative flex w-14 flex-none flex-col items-center gap-1 overflow-y-auto border-line border-r bg-panel py-3 [scrollbar-width:none]"
    >
      {tabs.filter(({ place }) => place === 'top').map(link)}
      <div className="my-1 h-px w-6 flex-none bg-line" />
      {tabs.filter(({ place }) => place === 'middle').map(link)}
      <div className="flex-1" />
      {tabs.filter(({ place }) => place === 'bottom').map(link)}
    </nav>
  );
}

function RailLink({
  tab,
  current,
  conversationId,
}: {
  tab: Tab;
  current: boolean;
  conversationId: string | null;
}) {
  const keys = useKeys(tabCommandId(tab.id));
  const label = tab.shortLabel ?? tab.label;
  return (
    <a
      href={addressOfTab(tab.id, conversationId)}
      data-row
      aria-current={current ? 'page' : undefined}
      aria-keyshortcuts={keys.aria}
      title={withKeysText(label, keys)}
      className={classes(
        'relative flex size-10 flex-none items-center justify-center rounded-control',
        current ? 'bg-accent/15 text-accent' : 'text-muted hover:bg-hover hover:text-text',
      )}
    >
      <tab.icon className="icon size-[18px]" aria-hidden />
      <span className="sr-only">{label}</span>
      {tab.modality !== undefined && <JobsBadge modality={tab.modality} />}
    </a>
  );
}
