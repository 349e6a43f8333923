export interface Example {
  readonly text: string;
  readonly model: string;
  /** About how long the reply is, for the estimate. */
  readonly replyTokens: number;
}

const ofTheSandbox: readonly Example[] = [
  { text: 'I keep putting off the thing I most want to do.', model: 'sandbox/eliza', replyTokens: 20 },
  { text: 'Show me everything you can format.', model: 'sandbox/markdown-tour', replyTokens: 900 },
  { text: 'Pour out words as fast as you can.', model: 'sandbox/firehose', replyTokens: 400 },
  { text: 'Repeat after me: every credit accounted for.', model: 'sandbox/echo', replyTokens: 12 },
];

const forAnyModel = [
  { text: 'When should I debounce and when should I throttle a handler?', replyTokens: 350 },
  { text: 'Explain Raft to me as if I were ten.', replyTokens: 400 },
  { text: 'Write a haiku about credits.', replyTokens: 25 },
];

/** Things to try with the models at hand; none while no model is known. */
export function examplesFor(sandbox: boolean, model: string | null): readonly Example[] {
  if (sandbox) return ofTheSandbox;
  return model === null ? [] : forAnyModel.map((example) => ({ ...example, model }));
}
