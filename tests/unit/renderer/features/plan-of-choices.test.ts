import { expect, test } from 'vitest';
import { planOfChoices } from '../../../../renderer/features/create/plan-of-choices';
import { promptOfRow } from '../../../../shared/lab/batch';
import { parseTemplate } from '../../../../shared/lab/template';
import { chosenPrompts, readChoices } from '../../../../shared/run/prompt-choices';

const request = (prompt: string) => ({
  ...{ modality: 'image' as const, model: 'sandbox/aurora', prompt, extra: {} },
  parameters: { style: '{prompt} in oil' },
});

test.each([
  'a {red|blue} boat',
  '{a|b} and {1..3} and {x|y}',
  'an {old |}{red|} boat, {day|night}',
  String.raw`\{{a|b}, {{topic}} and \{{c|d}`,
  '{{{a|b}}} {1..2}',
  '{a|b}{c|d}{e|f}',
])('“%s”: each cell asks one of its prompts, and each prompt is asked once', (prompt) => {
  const read = readChoices(prompt);
  if (read === null) throw new Error('has no choices');
  const { variants, cases } = planOfChoices(read, request(prompt), 'me');
  const asked = cases.flatMap(({ variables }) =>
    variants.map(({ template }) =>
      promptOfRow(parseTemplate(template), Object.keys(variables), Object.values(variables)),
    ),
  );
  expect(asked).toEqual(chosenPrompts(read));
  expect(variants.flatMap(({ template }) => parseTemplate(template).mistakes)).toEqual([]);
  expect(variants[0]).toMatchObject({ parameters: { style: '{prompt} in oil' }, profileId: 'me' });
});
