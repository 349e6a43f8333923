import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { AppErrorData } from '../../../shared/errors';
import type { ConnectionReport, ConnectionStep, ConnectionStepName } from '../../../shared/profiles/profiles';
import { focusName } from '../../lib/focus';
import { call } from '../../link/call';
import { ErrorCard } from '../../ui/alert';
import { Button } from '../../ui/button';

const stepText: Record<ConnectionStepName, string> = {
  address: 'Address',
  proxy: 'Proxy',
  tls: 'TLS',
  certificate: 'Certificate',
  key: 'Key',
  models: 'Models',
  balance: 'Balance',
};
const toneOf: Record<ConnectionStep['state'], string> = {
  ok: 'text-ok',
  failed: 'text-bad',
  skipped: 'text-muted',
};

interface ConnectionTestProps {
  profileId: string;
  startsItself: boolean;
  /** Before the button. */
  children: ReactNode;
  /** After it. */
  more: ReactNode;
}

/** Asks the gateway, and says at which step it fails. Costs no credits. */
export function ConnectionTest({ profileId, startsItself, children, more }: ConnectionTestProps) {
  const [report, setReport] = useState<ConnectionReport | null>(null);
  const [error, setError] = useState<AppErrorData | null>(null);
  const [testing, setTesting] = useState(false);
  const test = async () => {
    setTesting(true);
    const answer = await call('profiles.test', { id: profileId });
    setTesting(false);
    setReport(answer.ok ? answer.value : null);
    setError(answer.ok ? null : answer.error);
  };
  /** The same origin: its key stays with it. */
  const moveTo = async (baseUrl: string | undefined) => {
    const answer = await call('profiles.update', { id: profileId, baseUrl });
    if (!answer.ok) return setError(answer.error);
    focusName('connection-test');
    await test();
  };
  const hasStarted = useRef(false);
  useEffect(() => {
    if (!startsItself || hasStarted.current) return;
    hasStarted.current = true;
    void test();
  });
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        {children}
        <Button data-focus="connection-test" aria-disabled={testing} onClick={() => !testing && void test()}>
          Test connection
        </Button>
        {more}
        {testing && <span className="text-muted">Testing the connection…</span>}
      </div>
      <div aria-live="polite" className="empty:-mt-3">
        {report !== null && <Steps steps={report.steps} />}
      </div>
      {report?.otherBaseUrl !== undefined && (
        <div>
          <Button
            tone="primary"
            aria-disabled={testing}
            onClick={() => !testing && void moveTo(report.otherBaseUrl)}
          >
            Use {report.otherBaseUrl}
          </Button>
        </div>
      )}
      {report?.error != null && report.otherBaseUrl === undefined && <TestFailure error={report.error} />}
      {error !== null && <TestFailure error={error} />}
    </div>
  );
}

function TestFailure({ error }: { error: AppErrorData }) {
  // No model is involved yet, so that a faster one is no way out.
  const step =
    error.code === 'timeout' ? 'Check the base URL, and whether the gateway is running.' : undefined;
  return <ErrorCard error={error} title="Connection test failed" step={step} isInSettings />;
}

function Steps({ steps }: { steps: readonly ConnectionStep[] }) {
  return (
    <ol aria-label="Steps of the test" className="flex flex-col gap-1">
      {steps.map(({ name, state, detail }) => (
        <li key={name} className="grid grid-cols-[80px_64px_1fr] gap-2">
          <span className="font-medium">{stepText[name]}</span>
          <span className={toneOf[state]}>{state}</span>
          <span className="break-words text-muted">{detail}</span>
        </li>
      ))}
    </ol>
  );
}
