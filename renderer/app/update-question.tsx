import { call } from '../link/call';
import { useCoreState } from '../state/core/core-state';
import { Button } from '../ui/button';

/** Asked once, in an installed app: nothing is checked before the person agrees. */
export function UpdateQuestion() {
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
