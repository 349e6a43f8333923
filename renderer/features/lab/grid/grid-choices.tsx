/** Which cases the grid shows, and in which order. */
import type { Experiment } from '../../../../shared/lab/experiment';
import { isolated } from '../../../lib/isolated';
import { FilterChoice } from '../../../ui/filter-choice';
import { type CellFilter, type GridSort, variantText } from './grid-layout';

const filterWords: Readonly<Record<CellFilter, string>> = {
  failed: 'Failed an assertion',
  unclear: 'Unclear',
  passed: 'Passed',
  errors: 'Without an answer',
  differ: 'Variants differ',
  excluded: 'Excluded',
};

export function Filter({
  filter,
  onFilter,
}: {
  filter: CellFilter | undefined;
  onFilter: (to?: CellFilter) => void;
}) {
  return (
    <FilterChoice
      label="Filter"
      every="All cases"
      value={filter}
      options={Object.entries(filterWords)}
      onChange={(value) => onFilter(value as CellFilter | undefined)}
    />
  );
}

const orderedVariants = 20;

interface OrderProps {
  variants: Experiment['variants'];
  sort: GridSort | null;
  onSort: (sort: GridSort | null) => void;
}

export function Order({ variants, sort, onSort }: OrderProps) {
  const options = [
    ['low', 'Lowest scores first'],
    ['high', 'Highest scores first'],
    ...variants
      .slice(0, orderedVariants)
      .map((variant) => [`low.${variant.id}`, `Lowest of ${isolated(variantText(variant))}`] as const),
  ] as const;
  const value =
    sort && `${sort.isDescending ? 'high' : 'low'}${sort.variantId === null ? '' : `.${sort.variantId}`}`;
  const change = (to: string | undefined) => {
    if (to === undefined) return onSort(null);
    const [direction, variantId] = to.split('.');
    onSort({
      isDescending: direction === 'high',
      variantId: variantId === undefined ? null : Number(variantId),
    });
  };
  return (
    <FilterChoice
      label="Order"
      every="Case order"
      value={value ?? undefined}
      options={options}
      onChange={change}
      isFilter={false}
    />
  );
}
