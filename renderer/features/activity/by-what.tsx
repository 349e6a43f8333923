import { Tabs } from 'radix-ui';
import { useActivityView } from './activity-view';
import { ChatCosts } from './chat-costs';
import { Shares } from './shares';

const tabs = { model: 'By model', kind: 'By kind', chat: 'Chats by cost' } as const;
type Tab = keyof typeof tabs;

/** The selection's costs by model, kind or chat; the chart beside it follows the first two. */
export function ByWhat() {
  const tab = useActivityView((view) => view.list);
  const change = (list: Tab) =>
    useActivityView.setState(list === 'chat' ? { list } : { list, splitBy: list });
  return (
    <Tabs.Root
      value={tab}
      onValueChange={(next) => change(next as Tab)}
      className="chart flex w-[38%] min-w-72 max-w-md flex-none flex-col gap-1 border-line border-l py-2 pr-5 pl-4"
    >
      <Tabs.List aria-label="Credits by" className="flex h-7 flex-none gap-0.5">
        {Object.entries(tabs).map(([id, label]) => (
          <Tabs.Trigger key={id} value={id} className="tab px-2">
            {label}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <Tabs.Content value={tab} className="min-h-0 flex-1 overflow-y-auto rounded-sm">
        {tab === 'chat' ? <ChatCosts /> : <Shares by={tab} />}
      </Tabs.Content>
    </Tabs.Root>
  );
}
