/** The events of a stream of an itemized model: thinking in pieces, its signatures, then the text with its probabilities. */
import type { ItemizedAnswer } from './answer';

export function itemizedEvents(answer: ItemizedAnswer, extra: object): string[] {
  const { choices, usage, object: _object, ...head } = answer.body;
  const [choice] = choices as [{ message: Record<string, unknown>; finish_reason: string }];
  const send = (more: object) =>
    `data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', ...more })}\n\n`;
  const delta = (piece: object, more: object = {}) =>
    send({ choices: [{ index: 0, delta: piece, finish_reason: null, ...more }] });
  const thinking = answer.reasoning.map((text) =>
    delta({
      reasoning: text,
      reasoning_details: [{ type: 'reasoning.text', text, format: answer.details[0]?.format, index: 0 }],
    }),
  );
  const signatures = answer.details.map(({ text: _text, ...rest }) => delta({ reasoning_details: [rest] }));
  const texts = (answer.pieces[0] ?? []).map((content, at) =>
    delta({ content }, { logprobs: answer.logprobs && { content: [answer.logprobs[at]], refusal: null } }),
  );
  const { tool_calls: calls, images } = choice.message;
  const others = [
    ...(Array.isArray(calls)
      ? [delta({ tool_calls: calls.map((call, index) => ({ index, ...call })) })]
      : []),
    ...(images === undefined ? [] : [delta({ images })]),
  ];
  const end = send({ choices: [{ index: 0, delta: {}, finish_reason: choice.finish_reason }] });
  const last = send({ choices: [], usage, ...extra });
  return [...thinking, ...signatures, ...texts, ...others, end, last, 'data: [DONE]\n\n'];
}
