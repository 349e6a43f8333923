import type { CheckResult } from '../../../shared/checks/checks';
import { probeFacts } from '../../../shared/checks/probes';
import { formatDay } from '../../lib/format';
import type { ResultsByModel } from '../../parts/checks/checks-data';
import { isChanged, outcomeLooks } from './check-text';

/** What came out otherwise than in the check before. */
export function Changes({ results }: { results: ResultsByModel }) {
  const changed = Object.values(results).flatMap((of) => Object.values(of).filter(isChanged));
  if (changed.length === 0)
    return <p className="flex-1 text-muted">Nothing changed since the check before.</p>;
  return (
    <ul aria-label="Changes" className="flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto">
      {changed.map((result) => (
        <Change key={`${result.model} ${result.probe}`} result={result} />
      ))}
    </ul>
  );
}

function Change({ result: { model, probe, result, before, note } }: { result: CheckResult }) {
  if (before === null) return null;
  return (
    <li className="[overflow-wrap:anywhere]">
      <bdi className="font-medium">{model}</bdi>, {probeFacts[probe].label}:{' '}
      {outcomeLooks[before.result].word} on {formatDay(before.at)}, now{' '}
      <strong>{outcomeLooks[result].word}</strong>
      <span className="block text-muted">{note}</span>
    </li>
  );
}
