import { Info, TriangleAlert, X } from 'lucide-react';
import type { Notice } from '../../shared/contract';
import { call } from '../link/call';
import { useCoreState } from '../state/core/core-state';
import { useUiState } from '../state/ui/ui-state';
import { Button, IconButton } from '../ui/button';
import { classes } from '../ui/classes';

/** What is said above all tabs. */
export function Banners() {
  return (
    <>
      <Notices />
      <UpdateQuestion />
    </>
  );
}

/** Asked once, in an installed app: nothing is checked before the person agrees. */
function UpdateQuestion() {
  const isOpen = useCoreState(
    ({ app }) => app !== null && app.settings.updates === 'ask' && app.updates.support.kind !== 'none',
  );
  if (!isOpen) return null;
  const answer = (updates: 'on' | 'off') => void call('settings.update', { patch: { updates } });
  return (
    <section
      aria-label="Updates"
      className="flex flex-none flex-wrap items-center gap-2 border-line border-b bg-raised px-4 py-1.5"
    >
      <p className="min-w-0 flex-1">
        <strong>Check for updates automatically?</strong> Once a day, Gatehouse asks its update server for new
        versions. Nothing about you or this computer is sent.
      </p>
      <Button onClick={() => answer('on')}>Check automatically</Button>
      <Button tone="quiet" onClick={() => answer('off')}>
        Don’t check
      </Button>
    </section>
  );
}

const noNotices: readonly Notice[] = [];

/** Messages that belong to no single control; they push the rest down and block nothing. */
function Notices() {
  const notices = useCoreState(({ app }) => app?.notices ?? noNotices);
  const lost = useUiState(({ connection }) => connection === 'lost');
  const started = useCoreState(({ app }) => app !== null);
  return (
    <>
      {lost && started && (
        <Banner tone="text-warn" role="alert">
          <strong>Gatehouse isn’t responding.</strong> Nothing you typed is lost; the page reconnects
          automatically.
        </Banner>
      )}
      {notices.map((notice) => (
        <NoticeBanner key={notice.id} notice={notice} />
      ))}
    </>
  );
}

const toneOf: Record<Notice['level'], string> = {
  info: 'text-accent',
  warning: 'text-warn',
  error: 'text-bad',
};

function NoticeBanner({ notice }: { notice: Notice }) {
  return (
    <Banner tone={toneOf[notice.level]} role={notice.level === 'info' ? 'note' : 'alert'}>
      <strong>{notice.title}</strong> {notice.message}
      <span className="flex-1" />
      <IconButton
        icon={X}
        label="Dismiss notice"
        onClick={() => void call('app.dismissNotice', { id: notice.id })}
      />
    </Banner>
  );
}

function Banner({
  tone,
  role,
  children,
}: {
  tone: string;
  role: 'alert' | 'note';
  children: React.ReactNode;
}) {
  const Icon = role === 'note' ? Info : TriangleAlert;
  return (
    <div role={role} className="flex flex-none items-center gap-2 border-line border-b bg-raised px-4 py-1.5">
      <Icon className={classes('icon', tone)} aria-hidden />
      {children}
    </div>
  );
}
