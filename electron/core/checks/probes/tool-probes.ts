/** Probes of tools. */
import { asRecord, type SeenReply, type SeenToolCall } from '../seen';
import {
  type Ask,
  type Body,
  chat,
  drawnDigits,
  excerpt,
  fails,
  isCutEmpty,
  type Probe,
  replyTo,
  thoughtOnly,
  unclear,
  works,
} from './probe';
import { controlAsk, neverRepeats, repeatsCodes } from './role-probes';

const tool = (name: string, description: string, field: string): Body => ({
  type: 'function',
  function: {
    name,
    description,
    parameters: { type: 'object', properties: { [field]: { type: 'string' } }, required: [field] },
  },
});

const weather = tool('get_weather', 'Returns the current weather of a city.', 'city');
const note = tool('store_note', 'Stores a short note.', 'text');
const tools = [weather, note];

const LIMIT = { max_tokens: 400 };

/** The value of a field of its arguments; `null` where they are no JSON. */
function argumentOf(call: SeenToolCall | undefined, field: string): string | null {
  try {
    const value = asRecord(JSON.parse(call?.arguments ?? ''))[field];
    return value === undefined ? null : String(value);
  } catch {
    return null;
  }
}

const asks = (call: SeenToolCall | undefined, name: string, field: string, value: string): boolean =>
  call?.name === name && argumentOf(call, field)?.toLowerCase().includes(value.toLowerCase()) === true;

const insteadOf = ({ text }: SeenReply): string =>
  /get_weather|store_note/.test(text)
    ? `the call came as text: ${excerpt(text)}`
    : `it replied ${excerpt(text)}`;

const forcedAsk: Ask = {
  ...chat('forced', 'Say hello to Ada.', {
    tools,
    tool_choice: { type: 'function', function: { name: 'store_note' } },
    ...LIMIT,
  }),
  sharedWith: 'toolsForced',
};

const toolsAuto: Probe = {
  id: 'toolsAuto',
  asks: () => [
    ...['Oslo', 'Lima'].map((city) =>
      chat(city, `What is the weather in ${city} right now? Look it up.`, { tools, ...LIMIT }),
    ),
    forcedAsk,
  ],
  async run(ask) {
    const first = await replyTo(ask, 'Oslo', 'tools');
    if (asks(first.toolCalls[0], 'get_weather', 'city', 'Oslo'))
      return works('It called the tool with the city.');
    const again = await replyTo(ask, 'Lima');
    if (asks(again.toolCalls[0], 'get_weather', 'city', 'Lima'))
      return unclear('It called the tool in one of two replies.');
    if (first.toolCalls.length + again.toolCalls.length > 0)
      return unclear('It called a tool, and not as its description asks.');
    if (isCutEmpty(first) || isCutEmpty(again)) return thoughtOnly;
    const forced = await ask('forced');
    if (forced.kind === 'reply' && forced.toolCalls.length > 0)
      return unclear(`Twice it called no tool by itself, though tools reach it: it calls one that is named.`);
    return fails(`Twice it called no tool; ${insteadOf(again)}.`);
  },
};

const toolsForced: Probe = {
  id: 'toolsForced',
  asks: () => [forcedAsk],
  async run(ask) {
    const seen = await replyTo(ask, 'forced', 'a tool choice');
    const [call] = seen.toolCalls;
    if (call?.name === 'store_note')
      return argumentOf(call, 'text') === null
        ? unclear('It called the tool, with arguments that don’t follow its description.')
        : works('It called the tool that was named.');
    if (isCutEmpty(seen)) return thoughtOnly;
    if (call !== undefined) return fails(`It called ${call.name}, and store_note was named.`);
    return fails(`It didn’t call the tool that was named; ${insteadOf(seen)}.`);
  },
};

const toolsParallel: Probe = {
  id: 'toolsParallel',
  asks: () => [
    chat('two', 'Look up the weather in Oslo and in Lima, both at once in one reply.', { tools, ...LIMIT }),
  ],
  async run(ask) {
    const { toolCalls, ...seen } = await replyTo(ask, 'two', 'tools');
    const has = (city: string) => toolCalls.some((call) => asks(call, 'get_weather', 'city', city));
    if (has('Oslo') && has('Lima')) return works(`${toolCalls.length} tool calls came in one reply.`);
    if (toolCalls.length > 0) return unclear('One reply had one tool call, though two were asked for.');
    if (isCutEmpty({ ...seen, toolCalls })) return thoughtOnly;
    return fails(`It called no tool; ${insteadOf({ ...seen, toolCalls })}.`);
  },
};

/** The call is written here, so that the trip back can be asked for by itself. Nine letters and digits: some require that. */
const CALL_ID = 'call00001';

const returned = (step: string, code: string): Ask => ({
  step,
  operation: 'chat',
  body: {
    tools,
    ...LIMIT,
    messages: [
      {
        role: 'user',
        content: 'What is the station code in the weather report of Oslo? Reply with the code.',
      },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: CALL_ID, type: 'function', function: { name: 'get_weather', arguments: '{"city":"Oslo"}' } },
        ],
      },
      { role: 'tool', tool_call_id: CALL_ID, content: JSON.stringify({ sky: 'snow', station_code: code }) },
    ],
  },
});

const toolsRoundTrip: Probe = {
  id: 'toolsRoundTrip',
  asks: (subject) => [
    ...['first', 'again'].map((step) =>
      returned(step, drawnDigits(6, subject.seed, subject.model, 'tool', step)),
    ),
    controlAsk(subject),
  ],
  async run(ask, subject) {
    const { seed, model } = subject;
    for (const step of ['first', 'again']) {
      const seen = await replyTo(ask, step, step === 'first' ? 'tool results' : undefined);
      if (seen.text.replaceAll(/\D/g, '').includes(drawnDigits(6, seed, model, 'tool', step)))
        return step === 'first'
          ? works('It replied with a code that only the tool result has.')
          : unclear('It used the tool result in one of two replies.');
      if (isCutEmpty(seen)) return thoughtOnly;
      if (step === 'again')
        return (await repeatsCodes(ask, subject))
          ? fails(`Twice it didn’t use the tool result: ${excerpt(seen.text)}.`)
          : neverRepeats;
    }
    return unclear('It gave no answer.');
  },
};

export const toolProbes: readonly Probe[] = [toolsAuto, toolsForced, toolsParallel, toolsRoundTrip];
