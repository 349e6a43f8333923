import { Command } from 'cmdk';
import { Check, Pin } from 'lucide-react';
import { useMemo } from 'react';
import { GATEWAY_CHOICE, type ModalityId, modelText } from '../../../shared/modalities/modalities';
import type { Model } from '../../../shared/models/models';
import { nextStep } from '../../lib/error-text';
import { formatDayOfYear } from '../../lib/format';
import { useCoreState } from '../../state/core/core-state';
import { checkedAt, type ResultsByModel, seenWords, useProfileChecks } from '../checks/checks-data';
import { Chip } from './chip';
import { type ModelGroup, pickerGroups } from './find-models';
import { pinModel, useModelChoices } from './model-choices';
import { factsOf } from './model-facts';
import { contextText } from './model-text';
import { priceOf } from './price';

interface ModelListProps {
  models: readonly Model[];
  /** Whose models they are; the active one where left out. */
  profileId?: string | null;
  typed: string;
  current: string | null;
  /** Whose recent choices are shown. */
  tab?: ModalityId;
  /** Whether the choice can be left to the gateway. */
  isOptional?: boolean;
  onChoose: (id: string) => void;
}

/** The choices: the matches, and the typed id where the catalogue does not have it. */
export function ModelList(props: ModelListProps) {
  const { models, profileId, typed, current, tab, isOptional = false, onChoose } = props;
  const active = useCoreState(({ app }) => app?.activeProfileId ?? null);
  const { results } = useProfileChecks(profileId ?? active);
  const choices = useModelChoices();
  const found = useMemo(
    () => pickerGroups({ models, typed, choices, tab, current }),
    [models, typed, choices, tab, current],
  );
  const free = typed.trim();
  const isUnknown = free !== '' && !models.some(({ id }) => id === free);
  return (
    <>
      <CatalogueState count={models.length} />
      <Command.List label="Models" className="max-h-[min(420px,60vh)] overflow-y-auto">
        {found.groups.map((group) => (
          <Group key={group.label} group={group} isAlone={found.groups.length === 1}>
            {group.models.map((model) => (
              <ModelOption
                key={model.id}
                model={model}
                seen={results[model.id]}
                current={model.id === current}
                isPinned={choices.pinned.includes(model.id)}
                onChoose={onChoose}
              />
            ))}
          </Group>
        ))}
        {isOptional && free === '' && (
          <GatewayChoice isCurrent={current === GATEWAY_CHOICE} onChoose={() => onChoose(GATEWAY_CHOICE)} />
        )}
        {isUnknown && (
          <TypedChoice
            id={free}
            canPin={models.length === 0 && !choices.pinned.includes(free)}
            onChoose={onChoose}
          />
        )}
      </Command.List>
      {found.hidden > 0 && (
        <p className="px-3 py-1.5 text-muted text-sm">{found.hidden} more: type to narrow the list.</p>
      )}
    </>
  );
}

const optionClass = 'flex min-h-8 items-center gap-2 rounded-control px-3 py-1 data-[selected=true]:bg-hover';

interface TypedChoiceProps {
  id: string;
  canPin: boolean;
  onChoose: (id: string) => void;
}

/** The typed id as it is. */
function TypedChoice({ id, canPin, onChoose }: TypedChoiceProps) {
  return (
    <>
      <Command.Item value={`free:${id}`} onSelect={() => onChoose(id)} className={optionClass}>
        <span className="truncate">
          Use <span className="font-semibold">{id}</span> as typed
        </span>
      </Command.Item>
      {canPin && (
        <Command.Item
          value={`pin:${id}`}
          onSelect={() => {
            void pinModel(id, true);
            onChoose(id);
          }}
          className={optionClass}
        >
          <Pin className="icon" aria-hidden />
          <span className="truncate">
            Pin <span className="font-semibold">{id}</span> and use it
          </span>
        </Command.Item>
      )}
    </>
  );
}

function GatewayChoice({ isCurrent, onChoose }: { isCurrent: boolean; onChoose: () => void }) {
  return (
    <Command.Item value="gateway-choice:" onSelect={onChoose} className={optionClass}>
      <span className="w-4">{isCurrent && <Check className="icon" aria-hidden />}</span>
      <span className="min-w-0 flex-1 truncate font-medium">{modelText(GATEWAY_CHOICE)}</span>
      <span className="flex-none text-muted text-sm">no model sent, price unknown</span>
    </Command.Item>
  );
}

interface GroupProps {
  group: ModelGroup;
  /** A single group needs no heading. */
  isAlone: boolean;
  children: React.ReactNode;
}

function Group({ group: { label }, isAlone, children }: GroupProps) {
  if (isAlone) return children;
  return (
    <Command.Group
      heading={label}
      className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-1.5 [&_[cmdk-group-heading]]:text-muted [&_[cmdk-group-heading]]:text-sm"
    >
      {children}
    </Command.Group>
  );
}

interface ModelOptionProps {
  model: Model;
  /** What checks of it showed. */
  seen: ResultsByModel[string] | undefined;
  current: boolean;
  isPinned: boolean;
  onChoose: (id: string) => void;
}

const wordsShown = 4;

function ModelOption({ model, seen, current, isPinned, onChoose }: ModelOptionProps) {
  const isFree = useCoreState(({ app }) => app?.ledger.isFree === true);
  const price = priceOf(model, isFree);
  return (
    <Command.Item value={model.id} onSelect={() => onChoose(model.id)} className={optionClass}>
      <span className="w-4">{current && <Check className="icon" aria-hidden />}</span>
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2">
          <bdi className="min-w-0 flex-1 truncate font-medium">{model.id}</bdi>
          {isPinned && <Pin className="icon size-3.5 text-muted" aria-label="pinned" />}
          <span className={`flex-none text-sm ${price === null ? 'text-muted' : 'text-credit'}`}>
            {price ?? 'price unknown'}
          </span>
        </span>
        <Capabilities model={model} seen={seen} />
      </span>
    </Command.Item>
  );
}

/** When it was checked, and its other capabilities: what it states, without what was seen not to hold. */
function Capabilities({ model, seen }: Pick<ModelOptionProps, 'model' | 'seen'>) {
  const context = contextText(model);
  const at = checkedAt(seen);
  const words = seenWords(factsOf(model).words, seen).slice(0, wordsShown);
  const checked = at === null ? [] : [`checked ${formatDayOfYear(at)}`];
  const chips = [...checked, ...(context === '' ? [] : [`${context} context`]), ...words];
  if (chips.length === 0) return null;
  return (
    <span className="flex gap-1 overflow-hidden">
      {chips.map((chip) => (
        <Chip key={chip}>{chip}</Chip>
      ))}
    </span>
  );
}

/** Why the list is empty, or out of date. */
function CatalogueState({ count }: { count: number }) {
  const catalogue = useCoreState(({ app }) => app?.catalogue);
  if (catalogue === undefined) return null;
  const { error, refreshing } = catalogue;
  if (error !== null) {
    return (
      <p className="px-3 py-2 text-sm">
        <span className="text-bad">Couldn’t refresh the models: {error.message}</span>{' '}
        <span className="text-muted">{nextStep(error)}</span>
      </p>
    );
  }
  if (count > 0) return null;
  return (
    <p className="px-3 py-2 text-muted text-sm">
      {refreshing ? 'Loading models…' : 'The gateway lists no models. Type a model id.'}
    </p>
  );
}
