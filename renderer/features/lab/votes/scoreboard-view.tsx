import { useMemo, useState } from 'react';
import type { Experiment, Judgement } from '../../../../shared/lab/experiment';
import type { Strength } from '../../../../shared/lab/statistics/bradley-terry';
import { countText } from '../../../../shared/lab/statistics/estimates';
import type { VariantSummary } from '../../../../shared/lab/statistics/summary';
import { saveText } from '../../../lib/download';
import { useAnswer } from '../../../state/use-answer';
import { Button } from '../../../ui/button';
import { FilterChoice } from '../../../ui/filter-choice';
import { variantText } from '../grid/grid-layout';
import { counted, fileNameOf, percentText, scoreText } from '../lab-text';
import type { OpenExperiment } from '../open-experiment';
import { readJudgements } from '../read-judgements';
import { intervalText } from './interval-text';
import { Repeats } from './repeats';
import { type ScoreRow, scoreboardCsv, scoreboardOf, tagsOf } from './scores';

interface ScoreboardProps {
  open: OpenExperiment;
  experiment: Experiment;
}

/** Who wins by your votes, and apart from that by assertions; for all cases or those with a tag. */
export function ScoreboardView({ open, experiment }: ScoreboardProps) {
  const [tag, setTag] = useState<string | undefined>();
  const { cases, cells, votes } = open;
  const tags = useMemo(() => tagsOf(cases), [cases]);
  const judgements = useJudgements(experiment);
  const board = useMemo(
    () => scoreboardOf({ variants: experiment.variants, cases, cells, votes, judgements }, tag ?? null),
    [experiment.variants, cases, cells, votes, judgements, tag],
  );
  return (
    <section
      aria-label="Scoreboard"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard.
      tabIndex={0}
      className="min-h-40 flex-1 overflow-auto px-5 pb-4 outline-offset-[-2px]"
    >
      <div className="flex flex-wrap items-center gap-3 pb-3">
        {tags.length > 0 && (
          <FilterChoice
            label="Tag"
            every="All cases"
            value={tag}
            options={tags.map((one) => [one, one] as const)}
            onChange={setTag}
          />
        )}
        <span className="min-w-0 flex-1 text-muted">
          {counted(board.votes, 'vote')}
          {board.judgedVotes > 0 && `, ${counted(board.judgedVotes, 'comparison')} by the judge`}
          {board.votes + board.judgedVotes === 0 &&
            '. Compare answers in pairs under Vote to rank the variants.'}
          {board.isSplit && '. Two groups of variants were never compared, so votes rank nothing yet.'}
          {board.isSmoothed &&
            board.rows.some(({ strength }) => strength !== null) &&
            '. One side won every vote: half a win was added for each side of each pair.'}
        </span>
        <Button
          onClick={() =>
            saveText(scoreboardCsv(board), fileNameOf(`${experiment.title} scoreboard`, 'csv'), 'text/csv')
          }
        >
          Export CSV
        </Button>
      </div>
      <table aria-label="Scores" className="w-full border-separate border-spacing-0">
        <thead>
          <tr>
            {heads(board.judgedVotes > 0).map((head) => (
              <th
                key={head}
                scope="col"
                className="h-8 border-line border-b px-2 whitespace-nowrap text-left font-medium text-muted first:pl-0"
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {board.rows.map((row) => (
            <Row key={row.variant.id} row={row} isJudged={board.judgedVotes > 0} />
          ))}
        </tbody>
      </table>
      <Repeats open={open} experiment={experiment} tag={tag} />
    </section>
  );
}

const heads = (isJudged: boolean): readonly string[] => [
  ...['Variant', 'Wins by your votes', 'Votes'],
  ...(isJudged ? ['Wins by the judge', 'Comparisons'] : []),
  ...['Passed', 'Mean score', 'n'],
];

/** Read again as they change. */
function useJudgements({ id, judgements, revision }: Experiment): readonly Judgement[] {
  const { value } = useAnswer(() => readJudgements(id), [id, judgements.done, revision]);
  return value ?? none;
}

const none: readonly Judgement[] = [];

const cell = 'h-9 whitespace-nowrap border-line border-b px-2';

function Row({
  row: { variant, strength, judged, summary },
  isJudged,
}: {
  row: ScoreRow;
  isJudged: boolean;
}) {
  const { passed, score } = summary;
  return (
    <tr>
      <th
        scope="row"
        className={`${cell} max-w-80 truncate pl-0 text-left font-medium`}
        title={variant.model}
      >
        <bdi>{variantText(variant)}</bdi>
      </th>
      <td className={cell}>{winsText(strength)}</td>
      <td className={cell}>{strength?.n ?? 0}</td>
      {isJudged && (
        <>
          <td className={cell}>{winsText(judged)}</td>
          <td className={cell}>{judged?.n ?? 0}</td>
        </>
      )}
      <td className={cell}>{passed === null ? '–' : intervalText(passed, percentText)}</td>
      <td className={cell}>{score === null ? '–' : intervalText(score, scoreText)}</td>
      <td className={cell}>{sampleText(summary)}</td>
    </tr>
  );
}

/** Of how many cases: with repeats, of how many answers to them. */
function sampleText({ passed, score }: VariantSummary): string {
  const sample = passed?.cases === undefined ? (score ?? passed) : passed;
  return sample === null ? '0' : countText(sample);
}

function winsText(strength: Strength | null): string {
  if (strength === null) return '–';
  const { winShare: value, winInterval: interval, n } = strength;
  return intervalText({ value, interval, n }, percentText);
}
