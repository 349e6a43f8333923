/** What else narrows the library down: what was given to results, what they were made from and what they look like. */

import { SlidersHorizontal, X } from 'lucide-react';
import { useState } from 'react';
import { type ColorName, colorNames, type MediaOriginKind } from '../../../shared/media/order';
import { mediaModalities, modalities } from '../../../shared/modalities/modalities';
import { type Amount, fromAmount, toAmount } from '../../../shared/money/money';
import { firstUnit, units } from '../../../shared/money/money-units';
import { voiceLabel } from '../../../shared/run/dialogue';
import { cutText } from '../../../shared/text/cut-text';
import { call } from '../../link/call';
import { useCoreState } from '../../state/core/core-state';
import { useMedia } from '../../state/core/selectors';
import { setFilter, useLibraryView } from '../../state/ui/library-view';
import { useAnswer } from '../../state/use-answer';
import { IconButton } from '../../ui/button';
import { FilterChoice } from '../../ui/filter-choice';
import { lazy, Suspense } from '../../ui/later';

const EqualFiles = lazy(() => import('./equal-files'));

const origins = [
  ['made', 'Made from inputs'],
  ['used', 'Used for others'],
  ['generated', 'Generated here'],
  ['edited', 'Edited here'],
  ['imported', 'Imported'],
] as const satisfies readonly (readonly [MediaOriginKind, string])[];

const stars = [1, 2, 3, 4, 5].map((rating) => [String(rating), `${rating} ★ and more`] as const);
const colors = colorNames.map((name) => [name, `${name[0]?.toUpperCase()}${name.slice(1)}`] as const);

/** Shown on request, and as long as one of them is used. */
export function MoreFilters() {
  const { filter } = useLibraryView();
  const { rating, tag, color, origin, like, copies, setting, cost } = filter;
  const isUsed = [rating, tag, color, origin, like, copies, setting, cost].some((one) => one !== undefined);
  const [isOpen, setOpen] = useState(isUsed);
  return (
    <>
      <IconButton
        icon={SlidersHorizontal}
        label="More filters"
        aria-expanded={isOpen || isUsed}
        onClick={() => setOpen((open) => !open)}
      />
      {(isOpen || isUsed) && (
        <div className="flex basis-full flex-wrap items-center gap-2">
          <FilterChoice
            label="Rating"
            every="Any rating"
            value={rating === undefined ? undefined : String(rating)}
            options={stars}
            onChange={(value) => setFilter({ rating: value === undefined ? undefined : Number(value) })}
          />
          <TagChoice />
          <FilterChoice
            label="Main color"
            every="All colors"
            value={color}
            options={colors}
            onChange={(value) => setFilter({ color: value as ColorName | undefined })}
          />
          <FilterChoice
            label="Lineage"
            every="Any lineage"
            value={origin}
            options={origins}
            onChange={(value) => setFilter({ origin: value as MediaOriginKind | undefined })}
          />
          <SettingChoice />
          <CostRange />
          <label className="inline-flex h-8 items-center gap-1.5">
            <input
              type="checkbox"
              checked={copies ?? false}
              onChange={({ target }) => setFilter({ copies: target.checked || undefined })}
            />
            Duplicates
          </label>
          {copies && (
            <Suspense fallback={null}>
              <EqualFiles />
            </Suspense>
          )}
          {like !== undefined && <LikeChip id={like} />}
        </div>
      )}
    </>
  );
}

function TagChoice() {
  const tag = useLibraryView(({ filter }) => filter.tag);
  const news = useCoreState(({ media }) => media);
  const tags = useAnswer(() => call('library.tags', {}), [news]).value ?? [];
  const options = tags.map((one) => [one.tag, `${cutText(one.tag, 40)} (${one.count})`] as const);
  return (
    <FilterChoice
      label="Tag"
      every="All tags"
      value={tag}
      options={options}
      onChange={(value) => setFilter({ tag: value })}
    />
  );
}

const separator = '\u0001';

/** A size, voice or other setting that results were made with. */
function SettingChoice() {
  const setting = useLibraryView(({ filter }) => filter.setting);
  const total = useCoreState(({ library }) => library?.total);
  const known = useAnswer(() => call('library.settings', {}), [total]).value ?? [];
  const options = known.map(
    ({ name, value, count }) =>
      [`${name}${separator}${value}`, `${settingLabel(name)}: ${cutText(value, 40)} (${count})`] as const,
  );
  return (
    <FilterChoice
      label="Setting"
      every="Any setting"
      value={setting && `${setting.name}${separator}${setting.value}`}
      options={options}
      onChange={(chosen) => {
        const [name = '', value = ''] = chosen?.split(separator) ?? [];
        setFilter({ setting: chosen === undefined ? undefined : { name, value } });
      }}
    />
  );
}

const settingLabel = (name: string): string =>
  mediaModalities.flatMap((id) => modalities[id].parameters).find(({ id }) => id === name)?.label ??
  voiceLabel(name) ??
  name;

/** In the unit of the profile in use. */
function CostRange() {
  const cost = useLibraryView(({ filter }) => filter.cost);
  const active = useCoreState(
    ({ app }) => app?.profiles.find(({ id }) => id === app.activeProfileId)?.money?.unit,
  );
  const unit = cost?.unit ?? active ?? firstUnit;
  const field = (end: 'from' | 'to', label: string) => (
    <input
      type="number"
      min={0}
      step="any"
      inputMode="decimal"
      aria-label={`${label}, in ${units[unit].name}`}
      placeholder={label}
      defaultValue={cost?.[end] === undefined ? '' : fromAmount(cost[end] as Amount, unit)}
      onChange={({ target }) => {
        const typed = target.value.trim() === '' ? null : toAmount(Number(target.value), unit);
        const next = { ...cost, unit, [end]: typed === null || typed < 0 ? undefined : typed };
        setFilter({ cost: next.from === undefined && next.to === undefined ? undefined : next });
      }}
      className={`field h-8 w-28 ${cost?.[end] === undefined ? '' : 'border-accent'}`}
    />
  );
  return (
    <>
      {field('from', 'Least cost')}
      {field('to', 'Most cost')}
    </>
  );
}

function LikeChip({ id }: { id: string }) {
  const item = useMedia(id);
  return (
    <span className="inline-flex h-8 max-w-72 items-center gap-1 rounded-control border border-accent pl-2">
      <span className="truncate">Similar to {item?.fileName ?? 'a result'}</span>
      <IconButton icon={X} label="Remove the filter" onClick={() => setFilter({ like: undefined })} />
    </span>
  );
}
