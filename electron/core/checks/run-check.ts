/** Runs a check from any state to its end: what is stored already is not asked again. */
import type { CheckResult } from '../../../shared/checks/checks';
import { type ProbeId, probeFacts } from '../../../shared/checks/probes';
import type { CheckStore } from '../ports/checks';
import { claimOf } from './claims';
import { makeCall, type Sender } from './make-call';
import { probesFor, type RecordOf, subjectOf } from './plan-check';
import { type Ask, Decided, type Subject, unclear, type Verdict } from './probes/probe';
import { probes } from './probes/probes';

export interface CheckRunContext extends Sender {
  readonly recordOf: RecordOf;
  readonly announceResult: (result: CheckResult) => void;
}

/** Probes of a model at once; leaves room for the requests you make yourself. */
const AT_ONCE = 4;

/**
 * @throws Halted, BoundReached or ConcernsAll; what has a result by then keeps it
 */
export async function runCheck(context: CheckRunContext): Promise<void> {
  const { check, recordOf } = context;
  for (const model of check.models) {
    const subject = subjectOf(check, model, check.id, recordOf);
    await checkModel(context, subject, probesFor(subject, check.probes));
  }
}

async function checkModel(
  context: CheckRunContext,
  subject: Subject,
  ids: readonly ProbeId[],
): Promise<void> {
  const { checks } = context.ports.storage;
  const { check, persist } = context;
  const done = (id: ProbeId) => checks.result(check.id, subject.model, id);
  const open = await persist(() => ids.filter((id) => done(id) === undefined));
  // Without a plain reply nothing else can be said, and nothing more is paid for.
  if (ids.includes('reply') && open.includes('reply')) await runProbe(context, subject, 'reply');
  const reply = await persist(() => done('reply'));
  const rest = open.filter((id) => id !== 'reply');
  if (reply !== undefined && reply.result !== 'works') {
    for (const id of rest)
      await store(context, subject, id, {
        verdict: unclear(`Not asked, since a plain request already fails. ${reply.note}`.slice(0, 600)),
        evidence: reply.evidence,
      });
    return;
  }
  const quick = rest.filter((id) => probeFacts[id].kind !== 'speed');
  await inTurns(quick, AT_ONCE, (id) => runProbe(context, subject, id));
  // Nothing else of this check may slow them down.
  for (const id of rest) if (!quick.includes(id)) await runProbe(context, subject, id);
}

/** At most so many at once; waits for those that run when one of them fails. */
async function inTurns<Item>(items: readonly Item[], most: number, run: (item: Item) => Promise<void>) {
  const waiting = [...items];
  let failure: { readonly error: unknown } | null = null;
  const work = async () => {
    for (let item = waiting.shift(); item !== undefined && failure === null; item = waiting.shift())
      await run(item).catch((error: unknown) => {
        failure ??= { error };
      });
  };
  await Promise.all(Array.from({ length: most }, work));
  if (failure !== null) throw (failure as { readonly error: unknown }).error;
}

async function runProbe(context: CheckRunContext, subject: Subject, id: ProbeId): Promise<void> {
  const probe = probes[id];
  const asks = new Map<string, Ask>(probe.asks(subject).map((ask) => [ask.name ?? ask.step, ask]));
  const evidence = new Set<string>();
  const askFor = async (step: string) => {
    const ask = asks.get(step);
    if (ask === undefined) throw new Error(`${id} has no step ${step}`);
    const { id: callId, seen } = await makeCall(context, subject, id, ask);
    evidence.add(callId);
    return seen;
  };
  const verdict = await probe.run(askFor, subject, context.ports).catch((error: unknown) => {
    if (error instanceof Decided) return error.verdict;
    throw error;
  });
  await store(context, subject, id, { verdict, evidence: [...evidence] });
}

interface Judged {
  readonly verdict: Verdict;
  readonly evidence: readonly string[];
}

async function store(
  { ports, check, persist, announceResult }: CheckRunContext,
  { profileId, model, record }: Subject,
  probe: ProbeId,
  { verdict, evidence }: Judged,
): Promise<void> {
  const { checks }: { checks: CheckStore } = ports.storage;
  const { result, note, figures = [], isRefused = false } = verdict;
  const claim = claimOf(probe, record);
  const stored = await persist(() => {
    checks.putResult({
      checkId: check.id,
      profileId,
      model,
      probe,
      result,
      note,
      figures,
      evidence,
      // A refusal is the gateway’s own word where its catalog has no other.
      claimed: claim === null && isRefused ? false : claim,
      at: ports.clock.now(),
    });
    return checks.result(check.id, model, probe);
  });
  if (stored !== undefined) announceResult(stored);
}
