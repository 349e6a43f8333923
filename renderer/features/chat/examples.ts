export interface Example {
  readonly text: string;
  readonly model: string;
}

const ofTheSandbox: readonly Example[] = [
  { text: 'I keep putting off the thing I most want to do.', model: 'sandbox/eliza' },
  { text: 'Show me everything you can format.', model: 'sandbox/markdown-tour' },
  { text: 'Pour out words as fast as you can.', model: 'sandbox/firehose' },
  { text: 'Repeat after me: every credit accounted for.', model: 'sandbox/echo' },
];

const forAnyModel = [
  { text: 'When should I debounce and when should I throttle a handler?' },
  { text: 'Explain Raft to me as if I were ten.' },
  { text: 'Write a haiku about credits.' },
];

/** Things to try with the models at hand; none while no model is known. */
export function examplesFor(sandbox: boolean, model: string | null): readonly Example[] {
  if (sandbox) return ofTheSandbox;
  return model === null ? [] : forAnyModel.map((example) => ({ ...example, model }));
}
