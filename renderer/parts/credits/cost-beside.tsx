import { useState } from 'react';
import { type SpendingIntent, useForecast } from '../../state/use-forecast';
import { IconButton } from '../../ui/button';
import { costWords } from './cost-text';

/** The estimated cost of the button before it; renders nothing without a price or past calls. */
export function CostBeside({ intent }: { intent: SpendingIntent }) {
  const cost = useCost(intent);
  if (cost === null) return null;
  return (
    <span className="self-center text-credit text-sm" title={cost.title}>
      {cost.text}
    </span>
  );
}

interface CostedIconButtonProps extends Omit<Parameters<typeof IconButton>[0], 'title'> {
  intent: SpendingIntent;
}

/**
 * An icon button that costs credits, with the cost in its tooltip. The forecast is requested on hover or focus, since a
 * chat has many.
 */
export function CostedIconButton({ intent, label, ...rest }: CostedIconButtonProps) {
  const [isNear, setNear] = useState(false);
  const cost = useCost(isNear ? intent : null);
  return (
    <IconButton
      label={label}
      title={cost === null ? label : `${label} · ${cost.text}`}
      onPointerEnter={() => setNear(true)}
      onFocus={() => setNear(true)}
      onPointerLeave={() => setNear(false)}
      onBlur={() => setNear(false)}
      {...rest}
    />
  );
}

function useCost(intent: SpendingIntent | null) {
  const forecast = useForecast(intent);
  return forecast === null ? null : costWords(forecast);
}
