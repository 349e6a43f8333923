import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, type LucideIcon } from 'lucide-react';
import type { Cell, Experiment, VoteChoice } from '../../../../shared/lab/experiment';
import { call } from '../../../link/call';
import { useAnswer } from '../../../state/use-answer';
import { ErrorCard } from '../../../ui/alert';
import { Button } from '../../../ui/button';
import { caseText } from '../grid/grid-layout';
import { ShownMedia } from '../grid/shown-media';
import { WholeAnswer } from '../grid/whole-answer';
import { counted } from '../lab-text';
import type { OpenExperiment } from '../open-experiment';
import { useVoteKeys, voteKeys } from './use-vote-keys';
import { choiceLabels, type Given, nameOf, useVoting } from './use-voting';

const choices: readonly { choice: VoteChoice; icon: LucideIcon }[] = [
  { choice: 'a', icon: ArrowLeft },
  { choice: 'tie', icon: ArrowDown },
  { choice: 'bothBad', icon: ArrowUp },
  { choice: 'b', icon: ArrowRight },
];

interface VoteViewProps {
  open: OpenExperiment;
  experiment: Experiment;
}

/** Two answers without names: whose they are is shown after the vote, which can be changed until the next pair. */
export function VoteView({ open, experiment }: VoteViewProps) {
  const { pair, given, left, error, vote, next, undo, keys } = useVoting(open, experiment);
  useVoteKeys(pair === undefined ? null : keys);
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
      {choices.map(({ choice, icon: Icon }) => (
        <Button
          key={choice}
          aria-pressed={given?.choice === choice}
          aria-keyshortcuts={voteKeys[choice].join(' ')}
          className="aria-pressed:border-accent aria-pressed:text-accent"
          onClick={() => onVote(choice)}
        >
          <Icon className="icon" aria-hidden />
          {choiceLabels[choice]}
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
        {cell.media !== undefined && <ShownMedia item={cell.media} label={`Answer ${letter}`} isBlind />}
        {value !== null && <WholeAnswer detail={value} />}
      </section>
    </article>
  );
}
