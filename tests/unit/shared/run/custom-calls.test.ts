/** Calls of custom tools have a text as their input: it is never taken for JSON that is wrong. */
import { expect, test } from 'vitest';
import { argumentsJson, toolCallsOf } from '../../../../shared/chat/tool-calls';
import { answerFor, automaticFor, problemOf } from '../../../../shared/run/automatic-answers';
import type { Tool } from '../../../../shared/run/tools';

function customCall(input: string) {
  const raw = { index: 0, id: 'c1', type: 'custom', custom: { name: 'shell', input } };
  const [call] = toolCallsOf([{ type: 'toolCall', raw }] as never);
  if (call === undefined) throw new Error('no call');
  return call;
}

const shell: Tool = { name: 'shell', parameters: {} };
const settings = (more: Partial<Tool>) => ({ tools: [{ ...shell, ...more }] });

test('its text is no problem, and fills templates', () => {
  const call = customCall('ls -l {x');
  const answer = 'ran {{input}}, {{args}}, {{args.input}}; {{city}}';
  expect(problemOf(settings({}), call)).toBeNull();
  expect(answerFor(settings({ answer }), call)).toBe('ran ls -l {x, ls -l {x, ls -l {x; {{city}}');
  expect(automaticFor(settings({ answer: 'ok' }), call)).toEqual({ kind: 'text', content: 'ok', delayMs: 0 });
  expect(automaticFor(settings({}), call)).toEqual({ kind: 'none', why: 'no rule' });
});

test('rules compare it, also where it looks like JSON or is empty', () => {
  const automatic = [
    { when: { argument: 'input', is: '{"a": 1}' }, kind: 'result' as const, content: 'same' },
    { when: { argument: 'a', is: '1' }, kind: 'result' as const, content: 'read as JSON' },
    { when: { argument: 'args', is: '' }, kind: 'error' as const, content: 'nothing' },
    { kind: 'function' as const, content: 'return args.length' },
  ];
  const given = (input: string) => automaticFor(settings({ automatic }), customCall(input));
  expect(given('{"a": 1}')).toMatchObject({ content: 'same' });
  expect(given('{"a":1}')).toMatchObject({ kind: 'function' });
  expect(given('')).toMatchObject({ content: '{"error":"nothing"}' });
});

test('a function gets it as a text, and the arguments of others as they were', () => {
  expect(argumentsJson(customCall(' {"a": 1}\n'))).toBe(JSON.stringify(' {"a": 1}\n'));
  expect(argumentsJson({ argumentsText: ' ', raw: {} })).toBe('{}');
  expect(argumentsJson({ argumentsText: '{"a": 1}', raw: { function: {} } })).toBe('{"a": 1}');
});
