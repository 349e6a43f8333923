/** Configurations of promptfoo in several files, and what of one can’t be judged here: nothing is left out without a word. */
import { describe, expect, test } from 'vitest';
import { readYaml } from '../../../../electron/read-yaml';
import { matchesPattern } from '../../../../shared/lab/files/name-pattern';
import { readExperimentFile } from '../../../../shared/lab/files/read-file';

/** Reads the first of these files, which may name the others. */
function read(files: Readonly<Record<string, string>>, models: readonly string[] = []) {
  const [main = '', ...others] = Object.keys(files);
  return readExperimentFile(main, files[main] ?? '', {
    profileId: 'p',
    models,
    prompt: null,
    readYaml,
    readOther: (name) => files[name] ?? null,
    list: (pattern) => others.filter((name) => matchesPattern(name, pattern)),
  });
}

const garden = 'prompts: ["Water the {{plant}}"]\nproviders: [m]\n';
const typesOf = (yaml: string) => read({ 'a.yaml': `${garden}${yaml}` }).plan.cases[0]?.assertions;

describe('parts in files of their own', () => {
  test('what counts for all tests, models by names and in files, scenarios and variables', () => {
    const { plan } = read({
      'suite.yaml': `
prompts: ['{{tone}}: the {{plant}}']
providers: [file://models.yaml, { third: { label: Third }, fourth: {} }]
defaultTest: file://all.yaml
tests:
  - vars: vars/fern.yaml
  - vars: [vars/*.yaml]
  - vars: { plant: file://plants/*.txt }
scenarios:
  - file://scenario.yaml
  - { config: file://tones.csv, tests: file://plants.csv }
`,
      'models.yaml': '- { id: first, label: First }\n- second',
      'all.yaml':
        'vars: { tone: kind }\nassert: [{ type: contains, value: file://words.txt }]\nthreshold: "0.5"',
      'words.txt': 'water\n',
      'vars/fern.yaml': 'plant: fern',
      'vars/tone.yaml': 'tone: dry',
      'plants/a.txt': 'aloe',
      'plants/b.txt': 'basil',
      'scenario.yaml': 'config: [{ vars: { tone: loud } }]\ntests: [{ vars: { plant: oak } }]',
      'tones.csv': 'tone\nsoft\n',
      'plants.csv': 'plant,__expected,__tags,__note\nivy,contains:ivy,"green, old",climbs\n',
    });
    expect(plan.variants.map(({ model, label }) => [model, label])).toEqual([
      ['first', 'First'],
      ['second', 'second'],
      ['third', 'Third'],
      ['fourth', 'fourth'],
    ]);
    expect(plan).toMatchObject({ threshold: 0.5, assertions: [{ type: 'contains', value: 'water' }] });
    expect(plan.cases.map(({ variables }) => `${variables.tone} ${variables.plant}`)).toEqual([
      ...['kind fern', 'dry fern', 'kind aloe', 'kind basil', 'loud oak', 'soft ivy'],
    ]);
    expect(plan.cases.at(-1)).toMatchObject({ tags: ['green', 'old'], note: 'climbs' });
    expect(plan.cases.at(-1)?.assertions).toEqual([{ type: 'contains', value: 'ivy' }]);
  });

  test('tools and schemas of a model, and settings of a prompt', () => {
    const { plan } = read({
      'suite.yaml': `
prompts: [{ label: short, raw: 'The {{plant}}', config: { temperature: 0.1, seed: 4 } }]
providers: [{ id: m, config: { seed: 3, look: file://look.json, response_format: file://format.yaml } }]
tests: [{ vars: { plant: fern } }]
`,
      'look.json': '{"deep": [1]}',
      'format.yaml': 'type: json_schema\njson_schema: { name: leaf, schema: { type: object } }',
    });
    expect(plan.variants[0]).toMatchObject({
      settings: {
        ...{ temperature: 0.1, seed: 4, extra: { look: { deep: [1] } } },
        responseFormat: { name: 'leaf', schema: { type: 'object' } },
      },
    });
  });

  test('what belongs to a request is sent, also passed through; what promptfoo does itself is named', () => {
    const config = '{ seed: 3, passthrough: { top_k: 4 }, showThinking: false, inputCost: 1 }';
    const { plan, notes } = read({ 'a.yaml': `prompts: [x]\nproviders: [{ id: m, config: ${config} }]` });
    expect(plan.variants[0]).toMatchObject({ settings: { seed: 3 } });
    expect(JSON.stringify(plan.variants[0])).toMatch(/top_?k":4/i);
    expect(JSON.stringify(plan.variants[0])).not.toMatch(/passthrough|showThinking|inputCost/);
    expect(notes).toEqual(['“m”: “showThinking”, “inputCost” is not read.']);
  });

  test('fields that another part of the file lends', () => {
    expect(
      typesOf(
        'a: &a { type: contains, value: x }\ntests: [{ vars: { plant: y }, assert: [{ <<: *a, weight: 2 }] }]',
      ),
    ).toEqual([{ type: 'contains', value: 'x', weight: 2 }]);
  });

  test.each([
    ['defaultTest: file://none.yaml', 'Couldn’t read “none.yaml”'],
    ['defaultTest: 3', '“defaultTest” has no fields.'],
    ['scenarios: [4]', 'Scenario 1 can’t be read.'],
    ['tests: [5]', 'A test is neither fields nor the name of a file.'],
    ['tests: [{ vars: 6 }]', '“vars” is neither fields nor a file of them.'],
    ['tests: [{ vars: { plant: x }, threshold: much }]', 'Test 1: “threshold” is not a number.'],
    ['tests: [{ vars: { plant: x }, assert: [{ type: contains, value: file://none.txt }] }]', 'none.txt'],
  ])('%s is refused', (yaml, sentence) => {
    expect(() => read({ 'a.yaml': `${garden}${yaml}` })).toThrow(sentence);
  });

  test.each([
    ['file://ask.py', '“file://ask.py” isn’t a model of a gateway.'],
    ['echo', '“echo” isn’t a model of a gateway. Name one with --model.'],
    ['python:ask.py', '“python:ask.py” isn’t a model of a gateway. Name one with --model.'],
    ['https://gateway.example', 'isn’t a model of a gateway'],
    ['openai:embedding:small', '“openai:embedding:small” makes no answers.'],
    ['{ id: m, prompts: [other] }', '“m” names the prompt “other”, which the file does not have.'],
  ])('the provider %s is refused; a model that is chosen instead is asked', (provider, sentence) => {
    const files = { 'a.yaml': `prompts: [x]\nproviders: [${provider}]` };
    expect(() => read(files)).toThrow(sentence);
    expect(read(files, ['own']).plan.variants).toMatchObject([{ model: 'own' }]);
  });
});

describe('what can’t be judged as it is meant is unclear, never passed', () => {
  const asserts = (list: string) => `tests: [{ vars: { plant: fern }, assert: ${list} }]`;

  test.each([
    ['{ type: contains, value: x }', 'assertions that aren’t a list'],
    ['[{ value: x }]', 'an assertion without a type'],
    ['[contains]', 'an assertion without a type'],
    ['[{ type: assert-set }]', 'assert-set without assertions'],
    ['[{ type: latency, threshold: soon }]', 'latency whose threshold or weight isn’t a number'],
    ['[{ type: javascript, value: file://judge.ts }]', 'javascript of a file'],
  ])('%s', (list, type) => {
    expect(typesOf(asserts(list))?.map((one) => one.type)).toEqual([type]);
  });

  test('a threshold in quotes is one, and a set in a set counts with its own', () => {
    expect(typesOf(asserts('[{ type: latency, threshold: "50" }]'))).toEqual([
      { type: 'latency', threshold: 50 },
    ]);
    const inside = '{ type: assert-set, assert: [{ type: contains, value: x }] }';
    expect(typesOf(asserts(`[{ type: assert-set, assert: [${inside}] }]`))).toEqual([
      { type: 'assert-set', assert: [{ type: 'contains', value: 'x' }] },
    ]);
  });

  test('what is judged after a change of the answer, in words of the file, or by a function', () => {
    const { plan, notes } = read({
      'a.yaml': `${garden}
defaultTest: { assert: [{ type: contains, value: fern }, { type: cost, threshold: 1 }] }
tests:
  - vars: { plant: fern }
  - { vars: { plant: ivy }, options: { transform: file://trim.py }, assert: [{ type: llm-rubric, value: kind }] }
  - { vars: { plant: oak }, options: { rubricPrompt: Grade, disableDefaultAsserts: true }, assert: [{ type: llm-rubric }] }
  - { vars: { plant: elm }, assertScoringFunction: file://score.js }
`,
    });
    expect(plan.assertions).toEqual([]);
    expect(
      plan.cases.map(({ assertions }) =>
        assertions.map(({ type, weight }) => `${type} ${weight ?? ''}`.trim()),
      ),
    ).toEqual([
      ['contains', 'cost'],
      ['contains after “transform”', 'cost', 'llm-rubric after “transform”'],
      ['llm-rubric after “rubricPrompt”'],
      ['contains 0', 'cost 0', 'assertScoringFunction'],
    ]);
    expect(notes).toContain('Test 2: “transform” is not done here: what is judged after it is unclear.');
  });

  test('code that changes an answer goes with each assertion: of the provider, of the test, of its own', () => {
    const { plan, notes } = read({
      'a.yaml': `${garden.replace('[m]', '[{ id: m, transform: output.trim() }]')}
defaultTest:
  options: { transform: output.toLowerCase() }
  assert: [{ type: contains, value: fern }, { type: cost, threshold: 1 }]
tests:
  - vars: { plant: fern }
    assert: [{ type: equals, value: x, transform: 'output.split(" ")[0]' }, { type: llm-rubric, value: kind }]
  - vars: { plant: ivy }
    options: { postprocess: 'output.length' }
`,
    });
    const [trimmed, small] = ['output.trim()', 'output.toLowerCase()'];
    expect(plan.assertions).toEqual([]);
    expect(plan.cases.map(({ assertions }) => assertions)).toEqual([
      [
        { type: 'contains', value: 'fern', transforms: [trimmed, small] },
        { type: 'cost', threshold: 1 },
        { type: 'equals', value: 'x', transforms: [trimmed, small, 'output.split(" ")[0]'] },
        { type: 'llm-rubric after “transform”' },
      ],
      [
        { type: 'contains', value: 'fern', transforms: [trimmed, 'output.length'] },
        { type: 'cost', threshold: 1 },
      ],
    ]);
    expect(notes).toEqual([]);
  });

  test('a provider that alone changes its answers, or by code of a file, leaves all unclear', () => {
    const changedBy = (providers: string) => {
      const file = { 'a.yaml': garden.replace('[m]', providers) + asserts('[{ type: equals, value: y }]') };
      return read(file).plan.cases[0]?.assertions;
    };
    const unclear = [{ type: 'equals after “transform”' }];
    expect(changedBy('[{ id: m, transform: x }, other]')).toEqual(unclear);
    expect(changedBy('[{ id: m, transform: file://x.py }]')).toEqual(unclear);
    expect(changedBy('[{ id: m, transform: x }, { id: other, transform: x }]')).toEqual([
      { type: 'equals', value: 'y', transforms: ['x'] },
    ]);
  });

  test.each(['transform: file://x.py', 'contextTransform: x'])('%s of an assertion', (field) => {
    const [name = ''] = field.split(':');
    const [one] = typesOf(asserts(`[{ type: equals, value: y, ${field} }]`)) ?? [];
    expect(one?.type).toBe(`equals after “${name}”`);
  });

  test('one model judges texts and another measures them', () => {
    const { plan } = read({
      'a.yaml': `${garden}
defaultTest:
  options: { provider: { text: { id: 'openai:chat:critic' }, embedding: { id: 'openai:embedding:vectors' } } }
  assert: [{ type: llm-rubric, value: kind }, { type: similar, value: green }]
tests:
  - vars: { plant: fern }
    assert: [{ type: llm-rubric, value: short, provider: { id: 'openai:chat:other' } }]
`,
    });
    expect(plan.judge?.model).toBe('critic');
    expect(plan.assertions.map(({ model }) => model)).toEqual([undefined, 'vectors']);
    expect(plan.cases[0]?.assertions.map(({ model }) => model)).toEqual(['other']);
  });

  test('each field that is not read is named', () => {
    const { notes } = read({
      'a.yaml': `${garden}\nenv: { A: b }\noutputPath: x.csv\nextensions: []\ntests: [{ vars: { plant: x }, providers: [m] }]`,
    });
    expect(notes).toEqual([
      'The file: “extensions” is not read.',
      '“outputPath” is not written: name a file with --output.',
    ]);
  });
});
