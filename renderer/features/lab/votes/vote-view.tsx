import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, type LucideIcon } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import type { AppErrorData } from '../../../../shared/errors';
import type { Cell, Experiment, VoteChoice } from '../../../../shared/lab/experiment';
import { focusSoon, noteFocus } from '../../../lib/focus';
import { call } from '../../../link/call';
import { announce } from '../../../state/announce';
import { useAnswer } from '../../../state/use-answer';
import { ErrorCard } from '../../../ui/alert';
import { Button } from '../../../ui/button';
import { caseText, variantText } from '../grid/grid-layout';
import { ShownMedia } from '../grid/shown-media';
import { WholeAnswer } from '../grid/whole-answer';
import { counted } from '../lab-text';
import type { OpenExperiment } from '../open-experiment';
import { useVoteKeys, voteKeys } from './use-vote-keys';
import { pairsToVote, type VotePair } from './vote-order';

const choices: readonly { choice: VoteChoice; label: string; icon: LucideIcon }[] = [
  { choice: 'a', label: 'A is better', icon: ArrowLeft },
  { choice: 'tie', label: 'Equally good', icon: ArrowDown },
  { choice: 'bothBad', label: 'Both bad', icon: ArrowUp },
  { choice: 'b', label: 'B is better', icon: ArrowRight },
];

interface VoteViewProps {
  open: OpenExperiment;
  experiment: Experiment;
}

interface Given {
  readonly id: string;
  readonly pair: VotePair;
  readonly choice: VoteChoice;
}

/** Two answers without names: whose they are is shown after the vote, which can be changed until the next pair. */
export function VoteView({ open, experiment }: VoteViewProps) {
  const { pair, given, left, error, vote, next, undo } = useVoting(open, experiment);
  const after = given === null ? { next: null, undo: null } : { next, undo: () => void undo() };
  useVoteKeys(pair === undefined ? null : { vote: (choice) => void vote(choice), ...after });
  if (pair === undefined) return <NothingToVote hasVotes={open.votes.length > 0} />;
  return (
    <section
      aria-label="Vote"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys vote here.
      tabIndex={0}
      data-focus="lab-vote"
      className="flex min-h-0 flex-1 flex-col gap-3 px-5 pb-4 outline-offset-[-2px]"
    >
      {error !== null && <ErrorCard error={error} />}
      <CaseText open={open} caseId={pair.caseId} left={left} />
      <div key={pair.key} className="grid min-h-32 flex-1 grid-cols-2 gap-3">
        {(['a', 'b'] as const).map((side) => (
          <Side
            key={side}
            side={side}
            experimentId={experiment.id}
            cell={pair[side]}
            name={given === null ? null : nameOf(experiment, pair[side])}
          />
        ))}
      </div>
      <Choices
        given={given}
        onVote={(choice) => void vote(choice)}
        onUndo={() => void undo()}
        onNext={next}
      />
    </section>
  );
}

/** The pair that is shown, its vote once there is one, and what can be done with both. */
function useVoting(open: OpenExperiment, experiment: Experiment) {
  const [seed] = useState(() => Math.floor(Math.random() * 2 ** 31));
  const [given, setGiven] = useState<Given | null>(null);
  const [error, setError] = useState<AppErrorData | null>(null);
  const voting = useRef({ pair: '', id: '' });
  const { id } = experiment;
  const pairs = useMemo(
    () => pairsToVote(open.cases, open.cells.values(), open.votes, seed),
    [open.cases, open.cells, open.votes, seed],
  );
  const pair = given?.pair ?? pairs[0];
  const vote = async (choice: VoteChoice) => {
    if (pair === undefined) return;
    // Two quick keys are one vote: the second one counts.
    if (voting.current.pair !== pair.key) voting.current = { pair: pair.key, id: crypto.randomUUID() };
    const voteId = given?.id ?? voting.current.id;
    const { a, b } = pair;
    const isElsewhere = noteFocus();
    const answer = await call('experiments.vote', { id, voteId, a: a.id, b: b.id, choice });
    setError(answer.ok ? null : answer.error);
    if (!answer.ok) return;
    setGiven({ id: voteId, pair, choice });
    const isInside = document.activeElement?.closest('[data-focus="lab-vote"]') != null;
    if (!isInside && !isElsewhere()) focusSoon('lab-vote');
    announce(`${labelOf(choice)}. A is ${nameOf(experiment, a)}, B is ${nameOf(experiment, b)}`);
  };
  const next = () => {
    setGiven(null);
    focusSoon('lab-vote');
  };
  const undo = async () => {
    if (given === null) return;
    const isElsewhere = noteFocus();
    const answer = await call('experiments.removeVote', { id, voteId: given.id });
    if (answer.ok) {
      voting.current = { pair: '', id: '' };
      setGiven(null);
      if (!isElsewhere()) focusSoon('lab-vote');
    } else setError(answer.error);
  };
  const left = pairs.filter(({ key }) => key !== given?.pair.key).length;
  return { pair, given, left, error, vote, next, undo };
}

interface ChoicesProps {
  given: Given | null;
  onVote: (choice: VoteChoice) => void;
  onUndo: () => void;
  onNext: () => void;
}

/** The four votes with their keys; then the way on. */
function Choices({ given, onVote, onUndo, onNext }: ChoicesProps) {
  return (
    <div className="flex flex-none flex-wrap items-center justify-center gap-2">
      {choices.map(({ choice, label, icon: Icon }) => (
        <Button
          key={choice}
          aria-pressed={given?.choice === choice}
          aria-keyshortcuts={voteKeys[choice].join(' ')}
          className="aria-pressed:border-accent aria-pressed:text-accent"
          onClick={() => onVote(choice)}
        >
          <Icon className="icon" aria-hidden />
          {label}
          <kbd aria-hidden className="text-muted">
            {voteKeys[choice][0]}
          </kbd>
        </Button>
      ))}
      {given !== null && (
        <>
          <Button tone="quiet" onClick={onUndo}>
            Undo vote
          </Button>
          <Button tone="primary" onClick={onNext}>
            Next
          </Button>
        </>
      )}
    </div>
  );
}

const labelOf = (choice: VoteChoice): string => choices.find((one) => one.choice === choice)?.label ?? choice;

function nameOf({ variants }: Experiment, { variantId }: Cell): string {
  const variant = variants.find(({ id }) => id === variantId);
  return variant === undefined ? '' : variantText(variant);
}

function NothingToVote({ hasVotes }: { hasVotes: boolean }) {
  return (
    <p className="px-5 py-4 text-muted">
      {hasVotes
        ? 'You voted on every pair of answers.'
        : 'Pairs of answers appear here once two variants have answered the same case.'}
    </p>
  );
}

function CaseText({ open, caseId, left }: { open: OpenExperiment; caseId: number; left: number }) {
  const of = open.cases.find(({ id }) => id === caseId);
  return (
    <p className="flex flex-none items-baseline gap-4">
      <span className="line-clamp-3 min-w-0 flex-1 font-medium [overflow-wrap:anywhere]">
        {of === undefined || caseText(of) === '' ? `Case ${caseId}` : caseText(of)}
      </span>
      <span className="flex-none text-muted text-sm">{counted(left, 'pair')} left</span>
    </p>
  );
}

interface SideProps {
  side: 'a' | 'b';
  experimentId: string;
  cell: Cell;
  /** `null` before the vote. */
  name: string | null;
}

function Side({ side, experimentId, cell, name }: SideProps) {
  const letter = side.toUpperCase();
  const { value } = useAnswer(
    cell.answer === undefined ? null : () => call('experiments.cell', { id: experimentId, cellId: cell.id }),
    [cell.id],
  );
  return (
    <article
      aria-label={`Answer ${letter}`}
      className="flex min-h-0 flex-col rounded-card border border-line"
    >
      <h3 className="flex h-9 flex-none items-center gap-2 border-line border-b px-3 font-semibold">
        {letter}
        {name !== null && <bdi className="min-w-0 truncate font-normal text-accent">{name}</bdi>}
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard. */}
      <section tabIndex={0} aria-label={`Text of ${letter}`} className="min-h-0 flex-1 overflow-y-auto p-3">
        {cell.media !== undefined && <ShownMedia item={cell.media} label={`Answer ${letter}`} />}
        {value !== null && <WholeAnswer detail={value} />}
      </section>
    </article>
  );
}
