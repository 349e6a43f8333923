/** A finished answer as the events of a stream, in OpenAI's order. */

/** What is added to one choice. */
export interface SaidDelta {
  readonly index: number;
  readonly delta: Readonly<Record<string, unknown>>;
  readonly logprobs?: unknown;
}

export interface StreamedAnswer {
  /** Of a whole reply. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly deltas: readonly SaidDelta[];
}

export interface StreamEnd {
  /** Of the last chunk: the metadata object. */
  readonly extra: object;
  /** The request has `stream_options.include_usage`. */
  readonly includesUsage: boolean;
}

/**
 * The role of each choice first, because client libraries build the message of a choice from it; what is said; why
 * each choice ended; and the usage, in a chunk of its own only where the request asks for that.
 */
export function eventsOf({ body, deltas }: StreamedAnswer, { extra, includesUsage }: StreamEnd): string[] {
  const { choices, usage, object: _object, ...head } = body;
  const ends = choices as readonly { readonly index: number; readonly finish_reason: string }[];
  const chunk = (more: object) =>
    `data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', ...more })}\n\n`;
  const of = ({ index, delta, logprobs = null }: SaidDelta, finish: string | null, more: object = {}) =>
    chunk({
      choices: [{ index, delta, logprobs, finish_reason: finish }],
      ...(includesUsage && { usage: null }),
      ...more,
    });
  const last = { usage, ...extra };
  const isLast = (at: number) => at === ends.length - 1 && !includesUsage;
  return [
    ...ends.map(({ index }) => of({ index, delta: { role: 'assistant', content: '', refusal: null } }, null)),
    ...deltas.map((said) => of(said, null)),
    ...ends.map(({ index, finish_reason: finish }, at) =>
      of({ index, delta: {} }, finish, isLast(at) ? last : {}),
    ),
    ...(includesUsage ? [chunk({ choices: [], ...last })] : []),
    'data: [DONE]\n\n',
  ];
}
