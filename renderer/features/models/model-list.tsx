import { Command } from 'cmdk';
import { Check } from 'lucide-react';
import type { Model } from '../../../shared/models';
import { nextStep } from '../../error-text';
import { useReported } from '../../store/reported';
import { findModels } from './find-models';
import { formatPrice } from './price';

interface ModelListProps {
  models: readonly Model[];
  typed: string;
  current: string | null;
  onChoose: (id: string) => void;
}

/** The choices: what matches, and the id as typed where the catalogue does not hold it. */
export function ModelList({ models, typed, current, onChoose }: ModelListProps) {
  const found = findModels(models, typed);
  const free = typed.trim();
  const offersFree = free !== '' && !models.some(({ id }) => id === free);
  return (
    <>
      <CatalogueState count={models.length} />
      <Command.List label="Models" className="max-h-[min(420px,60vh)] overflow-y-auto">
        {found.models.map((model) => (
          <ModelOption key={model.id} model={model} current={model.id === current} onChoose={onChoose} />
        ))}
        {offersFree && (
          <Command.Item value={`free:${free}`} onSelect={() => onChoose(free)} className={optionClass}>
            <span className="truncate">
              Use <span className="font-semibold">{free}</span> as typed
            </span>
          </Command.Item>
        )}
      </Command.List>
      {found.hidden > 0 && (
        <p className="px-3 py-1.5 text-muted text-sm">{found.hidden} more: type to narrow the list.</p>
      )}
    </>
  );
}

const optionClass = 'flex min-h-8 items-center gap-2 rounded-control px-3 py-1 data-[selected=true]:bg-hover';

interface ModelOptionProps {
  model: Model;
  current: boolean;
  onChoose: (id: string) => void;
}

function ModelOption({ model, current, onChoose }: ModelOptionProps) {
  const price = formatPrice(model.pricing);
  return (
    <Command.Item value={model.id} onSelect={() => onChoose(model.id)} className={optionClass}>
      <span className="w-4">{current && <Check className="icon" aria-hidden />}</span>
      <span className="min-w-0 flex-1 truncate font-medium">{model.id}</span>
      <span className="flex-none text-muted text-sm">{price ?? 'price unknown'}</span>
    </Command.Item>
  );
}

/** Why the list is empty, or not as new as it could be. */
function CatalogueState({ count }: { count: number }) {
  const catalogue = useReported(({ app }) => app?.catalogue);
  if (catalogue === undefined) return null;
  const { error, refreshing } = catalogue;
  if (error !== null) {
    return (
      <p className="px-3 py-2 text-sm">
        <span className="text-bad">The list could not be refreshed: {error.message}</span>{' '}
        <span className="text-muted">{nextStep(error)}</span>
      </p>
    );
  }
  if (count > 0) return null;
  return (
    <p className="px-3 py-2 text-muted text-sm">
      {refreshing ? 'Asking the gateway for its models…' : 'The gateway lists no models. Type the id of one.'}
    </p>
  );
}
