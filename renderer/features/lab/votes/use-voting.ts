import { useMemo, useReducer, useRef, useState } from 'react';
import type { AppErrorData } from '../../../../shared/errors';
import type { Cell, Experiment, VoteChoice } from '../../../../shared/lab/experiment';
import { focusName, focusSoon, noteFocus } from '../../../lib/focus';
import { call } from '../../../link/call';
import { announce } from '../../../state/announce';
import { variantText } from '../grid/grid-layout';
import type { OpenExperiment } from '../open-experiment';
import { pairsToVote, type VotePair } from './vote-order';

export const choiceLabels: Readonly<Record<VoteChoice, string>> = {
  a: 'A is better',
  tie: 'Equally good',
  bothBad: 'Both bad',
  b: 'B is better',
};

export interface Given {
  readonly id: string;
  readonly pair: VotePair;
  readonly choice: VoteChoice;
}

interface Now {
  /** The vote of the pair that is shown. */
  readonly given: Given | null;
  /** Pairs whose votes are stored; the list of all votes is read again a little later. */
  readonly voted: ReadonlySet<string>;
  /** Votes that the core does not have yet. */
  readonly sent: number;
  /** The next pair was asked for meanwhile: keys until then are for that one, and must not change this vote. */
  readonly goesOn: boolean;
}

/** What is so at this moment, for keys that are quicker than the page is drawn. */
function useNow() {
  const now = useRef<Now>({ given: null, voted: new Set(), sent: 0, goesOn: false });
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const change = (part: Partial<Now>) => {
    now.current = { ...now.current, ...part };
    draw();
  };
  return { now, change };
}

/** The pair that is shown, its vote once there is one, and what can be done with both. */
export function useVoting(open: OpenExperiment, experiment: Experiment) {
  const [seed] = useState(() => Math.floor(Math.random() * 2 ** 31));
  const [error, setError] = useState<AppErrorData | null>(null);
  const { now, change } = useNow();
  const voting = useRef({ pair: '', id: '' });
  const { id } = experiment;
  const pairs = useMemo(
    () => pairsToVote(open.cases, open.cells.values(), open.votes, seed),
    [open.cases, open.cells, open.votes, seed],
  );
  const leftPairs = () => pairs.filter(({ key }) => !now.current.voted.has(key));
  const pairNow = () => now.current.given?.pair ?? leftPairs()[0];
  const vote = async (choice: VoteChoice) => {
    const pair = pairNow();
    if (pair === undefined || now.current.goesOn) return;
    // Two quick keys are one vote: the second one counts.
    if (voting.current.pair !== pair.key) voting.current = { pair: pair.key, id: crypto.randomUUID() };
    const voteId = now.current.given?.id ?? voting.current.id;
    const { a, b } = pair;
    // At once: the next key may come before the answer.
    if (document.activeElement?.closest('[data-focus="lab-vote"]') == null) focusName('lab-vote');
    change({ sent: now.current.sent + 1 });
    const answer = await call('experiments.vote', { id, voteId, a: a.id, b: b.id, choice });
    setError(answer.ok ? null : answer.error);
    change(afterVote(now.current, answer.ok ? { id: voteId, pair, choice } : null));
    if (answer.ok)
      announce(`${choiceLabels[choice]}. A is ${nameOf(experiment, a)}, B is ${nameOf(experiment, b)}`);
  };
  const next = () => {
    if (now.current.sent > 0) return change({ goesOn: true });
    change({ given: null });
    focusSoon('lab-vote');
  };
  const undo = async () => {
    const { given, voted } = now.current;
    if (given === null) return;
    const isElsewhere = noteFocus();
    const answer = await call('experiments.removeVote', { id, voteId: given.id });
    if (!answer.ok) return setError(answer.error);
    voting.current = { pair: '', id: '' };
    change({ given: null, voted: new Set([...voted].filter((key) => key !== given.pair.key)) });
    if (!isElsewhere()) focusSoon('lab-vote');
  };
  const keys = {
    vote: (choice: VoteChoice) => void vote(choice),
    next: () => (now.current.given === null && now.current.sent === 0 ? null : next),
    undo: () => (now.current.given === null ? null : () => void undo()),
  };
  const { given } = now.current;
  return { pair: pairNow(), given, left: leftPairs().length, error, vote, next, undo, keys };
}

/** @param given what is stored; `null` where it was refused */
function afterVote({ voted, sent, goesOn }: Now, given: Given | null): Partial<Now> {
  const rest = sent - 1;
  if (given === null) return { sent: rest, goesOn: false };
  const isOver = goesOn && rest === 0;
  return {
    sent: rest,
    goesOn: goesOn && rest > 0,
    given: isOver ? null : given,
    voted: new Set([...voted, given.pair.key]),
  };
}

export function nameOf({ variants }: Experiment, { variantId }: Cell): string {
  const variant = variants.find(({ id }) => id === variantId);
  return variant === undefined ? '' : variantText(variant);
}
