import { Search } from 'lucide-react';
import { useMemo } from 'react';
import { outcomes } from '../../../shared/checks/checks';
import { probeFacts, probeIds } from '../../../shared/checks/probes';
import type { Model } from '../../../shared/models/models';
import { outcomesOf, useActiveChecks } from '../../parts/checks/checks-data';
import { type Kind, kindLabels } from '../../parts/models/model-facts';
import { setModelFilter, useModelsView } from '../../parts/models/models-view';
import { filterOptions, type ModelFilter } from '../../parts/models/select-models';
import { FilterChoice } from '../../ui/filter-choice';

/** The filters of the models. */
export function ModelFilters({ models }: { models: readonly Model[] }) {
  const { filter } = useModelsView();
  const { kinds, owners, words } = useMemo(() => filterOptions(models), [models]);
  return (
    <search className="flex min-w-0 flex-1 flex-wrap items-center gap-2">
      <SearchField text={filter.text} />
      <FilterChoice
        className="w-[calc(124px*var(--text-scale))]!"
        label="Output"
        every="Any kind"
        value={filter.kind}
        options={kinds.map(([kind, count]) => [kind, `${kindLabels[kind as Kind]} (${count})`])}
        onChange={(kind) => setModelFilter({ kind: kind as Kind | undefined })}
      />
      <FilterChoice
        className="w-[calc(134px*var(--text-scale))]!"
        label="Provider"
        every="Any provider"
        value={filter.owner}
        options={owners.map(([owner, count]) => [owner, `${owner || 'Not stated'} (${count})`])}
        onChange={(owner) => setModelFilter({ owner })}
      />
      <FilterChoice
        className="w-[calc(124px*var(--text-scale))]!"
        label="Price"
        every="Any price"
        title="Per 1,000 tokens (the higher of input and output), image, 1,000 characters or second"
        value={filter.price === undefined ? undefined : String(filter.price)}
        options={priceOptions}
        onChange={(price) => setModelFilter({ price: priceOf(price) })}
      />
      <FilterChoice
        className="w-[calc(124px*var(--text-scale))]!"
        label="Context window"
        every="Any context"
        value={filter.context === undefined ? undefined : String(filter.context)}
        options={contextOptions}
        onChange={(context) => setModelFilter({ context: numberOf(context) })}
      />
      <FilterChoice
        className="w-[calc(124px*var(--text-scale))]!"
        label="Age"
        every="Any age"
        value={filter.days === undefined ? undefined : String(filter.days)}
        options={ageOptions}
        onChange={(days) => setModelFilter({ days: numberOf(days) })}
      />
      <FilterChoice
        className="w-[calc(144px*var(--text-scale))]!"
        label="Capability"
        every="Any capability"
        value={filter.word}
        options={words.map(([word, count]) => [word, `${word} (${count})`])}
        onChange={(word) => setModelFilter({ word })}
      />
      <CheckedFilter value={filter.checked} />
    </search>
  );
}

const outcomeWords = { works: 'works', fails: 'does not', unclear: 'unclear' } as const;

/** By what was seen; only once something was checked. */
function CheckedFilter({ value }: { value: string | undefined }) {
  const { results } = useActiveChecks();
  const options = useMemo(() => checkedOptions(Object.values(results).flatMap(outcomesOf)), [results]);
  if (options.length === 0 && value === undefined) return null;
  return (
    <FilterChoice
      className="w-[calc(144px*var(--text-scale))]!"
      label="Checked"
      every="Any check"
      value={value}
      options={options}
      onChange={(checked) => setModelFilter({ checked })}
    />
  );
}

/** In the order of the probes: `Tool calls: works (3)`. */
function checkedOptions(found: readonly string[]) {
  return probeIds.flatMap((probe) =>
    outcomes.flatMap((outcome) => {
      const key = `${probe} ${outcome}`;
      const count = found.filter((one) => one === key).length;
      const text = `${probeFacts[probe].label}: ${outcomeWords[outcome]} (${count})`;
      return count === 0 ? [] : [[key, text] as const];
    }),
  );
}

function SearchField({ text }: { text: string | undefined }) {
  return (
    <div className="relative min-w-40 flex-1">
      <Search className="icon pointer-events-none absolute top-2 left-2.5 text-muted" aria-hidden />
      <input
        type="search"
        aria-label="Search models"
        placeholder="Search models"
        data-focus="composer"
        maxLength={300}
        value={text ?? ''}
        onChange={(event) => setModelFilter({ text: event.target.value || undefined })}
        className="field h-8 pl-8"
      />
    </div>
  );
}

const numberOf = (value: string | undefined) => (value === undefined ? undefined : Number(value));

function priceOf(value: string | undefined): ModelFilter['price'] {
  return value === 'free' || value === 'unknown' ? value : numberOf(value);
}

const priceOptions = [
  ['free', 'Free'],
  ...[0.1, 0.5, 1, 2, 5, 10, 50].map((credits) => [String(credits), `Up to ${credits} cr`] as const),
  ['unknown', 'Price unknown'],
] as const;

const contextOptions = [8, 32, 128, 200, 1_000].map(
  (thousands) =>
    [String(thousands * 1_000), thousands < 1_000 ? `${thousands}K and more` : '1M and more'] as const,
);

const ageOptions = [
  ['30', 'Last 30 days'],
  ['90', 'Last 90 days'],
  ['365', 'Last year'],
] as const;
