/** How a gateway of the hold-out is written down, and the small changes that most of them are made of. */
import type { BenchRequest } from '../../../electron/sandbox/bench/mind';
import type { Traits } from '../../../electron/sandbox/bench/traits';
import type { ProbeId } from '../../../shared/checks/probes';

export type Json = Record<string, unknown>;

export interface Choice {
  message: { content: string | null; tool_calls?: { function: { name: string; arguments: unknown } }[] };
  logprobs: unknown;
  finish_reason: string;
}

export interface Answer {
  model?: string;
  choices: Choice[];
  usage?: Json & { prompt_tokens: number; completion_tokens: number };
  readonly [field: string]: unknown;
}

export interface Refusal {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Record<string, string>;
}

export interface HeldOut {
  readonly name: string;
  readonly kind: 'honest' | 'liar';
  readonly models: readonly string[];
  readonly record: Json;
  /** Every probe is asked, though it lies about one. */
  readonly asksAll?: boolean;
  readonly traits?: (model: string) => Traits;
  /** The request as the model sees it. `at` is its place among all of this gateway, from 0. */
  readonly reads?: (body: BenchRequest, at: number) => BenchRequest;
  readonly refuses?: (body: BenchRequest, at: number) => Refusal | null;
  readonly says?: (answer: Answer, asked: BenchRequest, at: number) => Answer;
  readonly streams?: (events: readonly string[]) => readonly string[];
  readonly split?: (text: string) => readonly string[];
  readonly waitsMs?: readonly [first: number, between: number];
  /** What is charged, in credits, of what the counts and the list give. */
  readonly charges?: (credits: number) => number;
  /** What truly doesn't work: to say that it does is a fault. */
  readonly broken: readonly ProbeId[];
  /** What a check may hold against it: of a liar, one at least where an honest method can tell. */
  readonly shown: readonly ProbeId[];
  /** A lie that no reply shows; `docs/checking-models.md` says so. */
  readonly isHidden?: true;
}

const pricing = { unit: 'token', input: 1, output: 2 };
export const claims = (more: Json = {}, parameters: readonly string[] = []): Json => ({
  gatehouse: {
    capabilities: {
      modalities: { input: ['text', 'image'], output: ['text'] },
      streaming: true,
      context_window: 128_000,
      max_output: 16_000,
      ...more,
    },
    pricing,
  },
  supported_parameters: [
    'tools',
    'tool_choice',
    'stop',
    'max_tokens',
    'seed',
    'temperature',
    'response_format',
    'structured_outputs',
    ...parameters,
  ],
});
export const claimsNothing: Json = { gatehouse: { pricing } };

export const honest = (name: string, more: Partial<HeldOut> = {}): HeldOut => ({
  name,
  kind: 'honest',
  models: [`lab/${name.replaceAll(' ', '-')}`],
  record: claims(),
  broken: [],
  shown: [],
  ...more,
});
export const liar = (name: string, more: Partial<HeldOut>): HeldOut => ({
  ...honest(name),
  kind: 'liar',
  ...more,
});

export const inTexts =
  (change: (text: string, asked: BenchRequest) => string) =>
  (answer: Answer, asked: BenchRequest): Answer => ({
    ...answer,
    choices: answer.choices.map((choice) => ({
      ...choice,
      message: {
        ...choice.message,
        content: choice.message.content === null ? null : change(choice.message.content, asked),
      },
    })),
  });

export const inUsage =
  (change: (usage: NonNullable<Answer['usage']>, text: string, asked: BenchRequest) => Json) =>
  (answer: Answer, asked: BenchRequest): Answer => {
    const { usage } = answer;
    if (usage === undefined) return answer;
    const text = answer.choices.map(({ message }) => message.content ?? '').join('');
    return { ...answer, usage: { ...usage, ...change(usage, text, asked) } };
  };

export const without = (body: BenchRequest, ...names: readonly string[]): BenchRequest =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name))) as BenchRequest;

export const promptOf = ({ messages }: BenchRequest): string =>
  messages
    .map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content ?? '')))
    .join('\n');

export const refusal = (message: string, status = 400, headers?: Record<string, string>): Refusal => ({
  status,
  body: { error: { message, type: 'invalid_request_error', code: null } },
  ...(headers && { headers }),
});

export const most = ({ max_tokens, max_completion_tokens }: BenchRequest): number =>
  Number(max_completion_tokens ?? max_tokens ?? 100_000);
