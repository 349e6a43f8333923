import { useCallback, useEffect, useState } from 'react';
import type { CrashDump } from '../../../shared/app/diagnostics';
import type { AppErrorData } from '../../../shared/errors';
import { copyText } from '../../lib/clipboard';
import { megabytes } from '../../lib/file-words';
import { formatMinute } from '../../lib/format';
import { call } from '../../link/call';
import { useCoreState } from '../../state/core/core-state';
import { ErrorCard } from '../../ui/alert';
import { useAnnounce } from '../../ui/announce-context';
import { Button } from '../../ui/button';
import { lazy, Suspense } from '../../ui/later';

const LicensesDialog = lazy(() => import('./licenses-dialog'));

/** Which version this is, and what it is made of. */
export function AboutSection() {
  const version = useCoreState(({ app }) => app?.version);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section aria-labelledby="about" className="flex flex-col gap-3">
      <h3 id="about" className="font-semibold text-lg">
        About
      </h3>
      <p className="select-text">
        Gatehouse {version} <span className="text-muted">· MIT License</span>
      </p>
      <Diagnostics />
      <div>
        <Button onClick={() => setIsOpen(true)}>Third-party licenses</Button>
      </div>
      {isOpen && (
        <Suspense>
          <LicensesDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </section>
  );
}

/** What to hand to somebody who helps: a report and the crashes there were. Nothing is sent. */
function Diagnostics() {
  const isDesktop = useCoreState(({ app }) => app?.host === 'desktop');
  const [crashes, setCrashes] = useState<readonly CrashDump[]>([]);
  const [error, setError] = useState<AppErrorData | null>(null);
  const announce = useAnnounce();
  const read = useCallback(async () => {
    const answer = await call('app.diagnostics', {});
    if (answer.ok) setCrashes(answer.value.crashes);
    else setError(answer.error);
    return answer.ok ? answer.value.report : null;
  }, []);
  useEffect(() => void read(), [read]);
  const copy = async () => {
    const report = await read();
    if (report !== null) announce((await copyText(report)) ? 'Report copied' : 'Couldn’t copy');
  };
  const reveal = async (crashId: string | null) => {
    const answer = await call('app.revealDiagnostics', { crashId });
    setError(answer.ok ? null : answer.error);
  };
  return (
    <div className="flex flex-col gap-2">
      <p className="text-muted text-sm">
        The report contains the version, the system and recent log lines, but no keys, prompts or replies. It
        stays on this computer until you share it.
      </p>
      {error !== null && <ErrorCard error={error} />}
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copy()}>Copy report</Button>
        {isDesktop && <Button onClick={() => void reveal(null)}>Show logs in folder</Button>}
      </div>
      <CrashList crashes={crashes} onReveal={(id) => void reveal(id)} />
    </div>
  );
}

interface CrashListProps {
  crashes: readonly CrashDump[];
  onReveal: (id: string) => void;
}

function CrashList({ crashes, onReveal }: CrashListProps) {
  if (crashes.length === 0) return null;
  return (
    <ul aria-label="Crashes" className="flex flex-col rounded-card border border-line">
      {crashes.map(({ id, at, bytes }) => (
        <li
          key={id}
          className="flex flex-wrap items-center gap-3 border-line border-b px-3 py-2 last:border-b-0"
        >
          <span className="min-w-0 flex-1">Crash on {formatMinute(at)}</span>
          <span className="text-muted text-sm tabular-nums">{megabytes(bytes)}</span>
          <Button aria-label={`Show crash of ${formatMinute(at)} in folder`} onClick={() => onReveal(id)}>
            Show in folder
          </Button>
        </li>
      ))}
    </ul>
  );
}
