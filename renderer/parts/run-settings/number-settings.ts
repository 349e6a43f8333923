import { limits } from '../../../shared/limits';

const usualMaxTokens = 4_096;

interface NumberSetting {
  readonly id:
    | 'temperature'
    | 'topP'
    | 'maxTokens'
    | 'seed'
    | 'choices'
    | 'presencePenalty'
    | 'frequencyPenalty';
  /** Its wire name, by which models state what they take. */
  readonly wire: string;
  readonly label: string;
  readonly help: string;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  readonly slideTo?: number;
  readonly whole?: boolean;
}

const settings: readonly NumberSetting[] = [
  {
    id: 'temperature',
    wire: 'temperature',
    label: 'Temperature',
    min: 0,
    max: 2,
    step: 0.1,
    help: '0 to 2. Lower is more focused, higher more varied.',
  },
  {
    id: 'topP',
    wire: 'top_p',
    label: 'Top P',
    min: 0,
    max: 1,
    step: 0.05,
    help: '0 to 1. Samples from the most likely tokens that add up to this share.',
  },
  {
    id: 'maxTokens',
    wire: 'max_tokens',
    label: 'Max tokens',
    min: 1,
    max: 10_000_000,
    whole: true,
    slideTo: usualMaxTokens,
    help: 'The maximum length of a reply.',
  },
  {
    id: 'seed',
    wire: 'seed',
    label: 'Seed',
    whole: true,
    min: Number.MIN_SAFE_INTEGER,
    max: Number.MAX_SAFE_INTEGER,
    help: 'The same seed gives the same reply, if the model supports it.',
  },
  {
    id: 'choices',
    wire: 'n',
    label: 'Replies',
    min: 1,
    max: limits.choices,
    whole: true,
    help: `1 to ${limits.choices} versions to page through. Each is charged.`,
  },
  {
    id: 'presencePenalty',
    wire: 'presence_penalty',
    label: 'Presence penalty',
    min: -2,
    max: 2,
    step: 0.1,
    help: '−2 to 2. Higher values favor new topics.',
  },
  {
    id: 'frequencyPenalty',
    wire: 'frequency_penalty',
    label: 'Frequency penalty',
    min: -2,
    max: 2,
    step: 0.1,
    help: '−2 to 2. Higher values repeat fewer words.',
  },
];

/** The numeric settings of a run. @param maxOutput the most tokens the model generates, where it states that */
export function numberSettings(maxOutput: number | undefined): readonly NumberSetting[] {
  if (maxOutput === undefined) return settings;
  const help = `The maximum length of a reply; this model generates up to ${maxOutput.toLocaleString('en')}.`;
  return settings.map((one) => (one.id === 'maxTokens' ? { ...one, slideTo: maxOutput, help } : one));
}
