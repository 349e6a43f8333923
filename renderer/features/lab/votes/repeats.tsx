import { useMemo } from 'react';
import type { Experiment, ExperimentCase } from '../../../../shared/lab/experiment';
import type { Estimate } from '../../../../shared/lab/statistics/estimates';
import { type Spread, spreadOf } from '../../../../shared/lab/statistics/summary';
import { caseText, groupBy, variantText } from '../grid/grid-layout';
import { counted, percentText, scoreText } from '../lab-text';
import type { OpenExperiment } from '../open-experiment';
import { intervalText } from './interval-text';
import { isTagged } from './scores';

interface RepeatsProps {
  open: OpenExperiment;
  experiment: Experiment;
  tag: string | undefined;
}

interface Line {
  readonly key: number;
  readonly text: string;
  readonly spreads: readonly Spread[];
}

interface Table {
  readonly corner: string;
  readonly heads: readonly (readonly [key: number, text: string])[];
  readonly lines: readonly Line[];
}

const shownLines = 300;

/** How the answers to each case vary with each variant, where cases are asked several times. */
export function Repeats({ open: { cases, cells }, experiment, tag }: RepeatsProps) {
  const { variants, repeats } = experiment;
  const table = useMemo(
    () =>
      repeats === 1
        ? null
        : tableOf(
            cases.filter((one) => isTagged(one, tag ?? null)),
            variants,
            [...cells.values()],
          ),
    [repeats, cases, variants, cells, tag],
  );
  if (table === null) return null;
  const shown = table.lines.slice(0, shownLines);
  return (
    <>
      <h3 className="pt-5 font-semibold">Repeats</h3>
      <p className="pb-2 text-muted">
        Each figure with the interval that holds it in 95 of 100 samples, and of how many answers it is.
      </p>
      <table aria-label="Repeats" className="border-separate border-spacing-0">
        <thead>
          <tr>
            <th scope="col" className={`${headClass} pl-0`}>
              {table.corner}
            </th>
            {table.heads.map(([key, text]) => (
              <th key={key} scope="col" className={headClass} title={text}>
                <bdi>{text}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ key, text, spreads }) => (
            <tr key={key}>
              <th
                scope="row"
                title={text}
                className="max-w-72 truncate border-line border-b py-1 pr-2 text-left font-medium"
              >
                <bdi>{text}</bdi>
              </th>
              {spreads.map((spread, at) => (
                <td
                  key={table.heads[at]?.[0]}
                  className="whitespace-nowrap border-line border-b px-2 py-1 align-top"
                >
                  <SpreadText spread={spread} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {table.lines.length > shown.length && (
        <p className="pt-2 text-muted">and {counted(table.lines.length - shown.length, 'more row')}</p>
      )}
    </>
  );
}

const headClass =
  'h-8 max-w-72 truncate border-line border-b px-2 whitespace-nowrap text-left font-medium text-muted';

function SpreadText({ spread: { passed, score } }: { spread: Spread }) {
  if (passed === null && score === null) return '–';
  return (
    <>
      {score !== null && <span className="block">score {figure(score, scoreText)}</span>}
      {passed !== null && <span className="block">passed {figure(passed, percentText)}</span>}
    </>
  );
}

const figure = (estimate: Estimate, write: (value: number) => string): string =>
  `${intervalText(estimate, write)}, n ${estimate.n}`;

/** Cases as rows, or variants where these are more. */
function tableOf(
  cases: readonly ExperimentCase[],
  variants: Experiment['variants'],
  cells: Parameters<typeof spreadOf>[0],
): Table {
  const groups = groupBy(cells, ({ caseId, variantId }) => `${caseId} ${variantId}`);
  const spread = (caseId: number, variantId: number) => spreadOf(groups.get(`${caseId} ${variantId}`) ?? []);
  const named = cases.map((one) => [one.id, caseText(one) || `Case ${one.id}`] as const);
  const labels = variants.map((variant) => [variant.id, variantText(variant)] as const);
  const isByCase = cases.length >= variants.length;
  const [down, across] = isByCase ? [named, labels] : [labels, named];
  const lines = down.map(([key, text]) => ({
    key,
    text,
    spreads: across.map(([other]) => (isByCase ? spread(key, other) : spread(other, key))),
  }));
  return { corner: isByCase ? 'Case' : 'Variant', heads: across, lines };
}
