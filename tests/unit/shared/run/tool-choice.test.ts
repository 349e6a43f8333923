import { expect, test } from 'vitest';
import { runSettingsSchema } from '../../../../shared/run/settings-schema';
import { exampleTools, summaryOfTools, toolFields } from '../../../../shared/run/tools';

const tools = ['weather', 'clock', 'map'].map((name) => ({ name, parameters: { type: 'object' } }));
const choice = { allowed: ['weather', 'map'], mode: 'required' } as const;

test('some of the tools may be allowed, while all stay defined', () => {
  expect(toolFields({ tools, choice })).toEqual({
    tool_choice: {
      type: 'allowed_tools',
      allowed_tools: {
        mode: 'required',
        tools: ['weather', 'map'].map((name) => ({ type: 'function', function: { name } })),
      },
    },
  });
  expect(runSettingsSchema.parse({ tools: { tools, choice } }).tools?.choice).toEqual(choice);
  expect(summaryOfTools({ tools, choice })).toContain('of these 2: weather, map');
});

test('a choice of no tool, or of another mode, is none', () => {
  const isTaken = (wrong: object) =>
    runSettingsSchema.safeParse({ tools: { ...exampleTools, choice: wrong } }).success;
  expect(
    [
      { allowed: [], mode: 'auto' },
      { allowed: ['a'], mode: 'none' },
    ].map(isTaken),
  ).toEqual([false, false]);
});
