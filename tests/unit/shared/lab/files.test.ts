/** Files of experiments in and out: nothing of them is lost without a word. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { readYaml } from '../../../../electron/read-yaml';
import { readCsv } from '../../../../shared/lab/csv';
import type { ExperimentPlan } from '../../../../shared/lab/experiment';
import { promptfooConfig } from '../../../../shared/lab/files/promptfoo/write';
import { readExperimentFile } from '../../../../shared/lab/files/read-file';
import { ExperimentFileError, type FileReading } from '../../../../shared/lab/files/reading';
import type { Amount } from '../../../../shared/money/money';

const reading = (more: Partial<FileReading> = {}): FileReading => ({
  profileId: 'p',
  models: [],
  prompt: null,
  readYaml,
  readOther: () => null,
  list: () => [],
  ...more,
});

const config = `
description: Greetings
prompts:
  - 'Greet {{name}}'
  - label: formal
    raw: |
      [{"role": "system", "content": "Speak {{language}}."}, {"role": "user", "content": "Greet {{name}} formally"}]
  - 'Hi {{ name | upper }}'
providers:
  - openai:chat:gpt-4o
  - id: anthropic:messages:claude:latest
    label: Claude
    config: { temperature: 0.2, max_tokens: 50, apiKey: sk-1, thinking: { budget: 5 } }
  - vendor/model:free
defaultTest:
  vars: { language: English }
  assert: [{ type: not-icontains, value: sorry }]
  threshold: 0.8
  options: { storeOutputAs: said }
evaluateOptions: { repeat: 3, maxConcurrency: 2, delay: 5 }
tests:
  - vars: { name: [Ada, Grace] }
    description: by name
    metadata: { topic: people }
    assert:
      - { type: contains, value: '{{name}}', weight: 2, metric: named }
      - { type: assert-set, threshold: 0.5, assert: [{ type: equals, value: { a: 1 } }, { type: is-sql }] }
      - { type: llm-rubric, value: is kind, provider: 'openai:chat:judge' }
  - file://more.csv
scenarios:
  - config: [{ vars: { name: Alan } }, { vars: { name: Kurt } }]
    tests: [{ vars: { language: German }, assert: [{ type: contains, value: Guten }] }]
redteam: { plugins: [] }
`;
const more =
  'name,__expected,__expected2,__threshold,__other\n"Lovelace, Ada","contains-any:""a, b""",latency(500),0.5,x\n';

describe('a configuration of promptfoo', () => {
  const { plan, notes } = readExperimentFile('greet.yaml', config, reading({ readOther: () => more }));

  test('is prompts times providers, with the settings of each', () => {
    expect(plan.title).toBe('Greetings');
    expect(plan.variants).toHaveLength(9);
    expect(plan.variants.map(({ label }) => label).slice(0, 4)).toEqual([
      'gpt-4o · Prompt 1',
      'gpt-4o · formal',
      'gpt-4o · Prompt 3',
      'Claude · Prompt 1',
    ]);
    expect(plan.variants[4]).toEqual({
      label: 'Claude · formal',
      profileId: 'p',
      model: 'claude:latest',
      template: 'Greet {{name}} formally',
      promptVersion: null,
      modality: 'chat',
      settings: {
        systemPrompt: 'Speak {{language}}.',
        temperature: 0.2,
        maxTokens: 50,
        extra: { thinking: { budget: 5 } },
      },
    });
    expect(plan.variants[6]?.model).toBe('vendor/model:free');
    expect(plan).toMatchObject({ repeats: 3, threshold: 0.8, budget: null });
    expect(plan.assertions).toEqual([{ type: 'not-icontains', value: 'sorry' }]);
  });

  test('makes a case of each value of a list, of each row of a table, and of each pair of a scenario', () => {
    expect(plan.cases.map(({ variables }) => variables)).toEqual([
      { language: 'English', name: 'Ada', 'name upper': 'ADA' },
      { language: 'English', name: 'Grace', 'name upper': 'GRACE' },
      { language: 'English', name: 'Lovelace, Ada', 'name upper': 'LOVELACE, ADA' },
      { language: 'German', name: 'Alan', 'name upper': 'ALAN' },
      { language: 'German', name: 'Kurt', 'name upper': 'KURT' },
    ]);
    expect(plan.cases[0]).toMatchObject({ note: 'by name', tags: ['topic: people'], threshold: null });
    expect(plan.cases[0]?.assertions).toEqual([
      { type: 'contains', value: '{{name}}', weight: 2, metric: 'named' },
      {
        type: 'assert-set',
        threshold: 0.5,
        assert: [{ type: 'equals', value: { a: 1 } }, { type: 'is-sql' }],
      },
      { type: 'llm-rubric', value: 'is kind', model: 'judge' },
    ]);
    expect(plan.cases[2]).toMatchObject({
      threshold: 0.5,
      assertions: [
        { type: 'contains-any', value: ['a, b'] },
        { type: 'latency', threshold: 500 },
      ],
    });
  });

  test('names each thing that is not read, and what is done otherwise', () => {
    expect(notes).toEqual([
      'The file: “redteam” is not read.',
      '“defaultTest”: “options”: “storeOutputAs” is not read.',
      'The column “__other” is not read.',
      '“anthropic:messages:claude:latest”: “apiKey” is not read: the profile has its own.',
      '“openai:chat:gpt-4o” is asked as the model “gpt-4o” of the chosen profile.',
      '“anthropic:messages:claude:latest” is asked as the model “claude:latest” of the chosen profile.',
      '“is-sql” is not judged here: it is unclear.',
      '“evaluateOptions”: “delay” is not read.',
    ]);
  });
});

describe('the shapes of promptfoo’s own examples', () => {
  const shapes = `
prompts: ['Say {{word}} about {{topic}}', file://chat.json]
providers:
  - adaline:openai:chat:gpt-4.1-mini
  - id: vendor:model:latest
assertionTemplates:
  short: { type: word-count, value: { max: 20 } }
  upper: { type: javascript, value: 'output[0] === output[0].toUpperCase()' }
  both: { type: assert-set, assert: [{ $ref: '#/assertionTemplates/short' }, { $ref: '#/assertionTemplates/upper' }] }
  endless: { type: assert-set, assert: [{ $ref: '#/assertionTemplates/endless' }] }
defaultTest:
  vars: { topic: file://topic.txt }
  assert: [{ $ref: '#/assertionTemplates/short' }]
tests:
  - vars: { word: [file://data/words.json, plain] }
    assert:
      - $ref: '#/assertionTemplates/both'
      - $ref: '#/assertionTemplates/none'
      - { type: similar, value: Yes, threshold: 0.5, provider: 'adaline:openai:embedding:text-embedding-3-small' }
  - vars: { word: file://../secret.txt }
    assert: [{ $ref: '#/assertionTemplates/endless' }]
`;
  const asked: string[] = [];
  const beside: Readonly<Record<string, string>> = {
    'chat.json': '[{"role": "user", "content": "{{word}}"}]',
    'topic.txt': 'the sea\n',
    'data/words.json': '{"one": 1}',
  };
  const readOther = (name: string) => {
    asked.push(name);
    return beside[name] ?? null;
  };
  const { plan, notes } = readExperimentFile('shapes.yaml', shapes, reading({ readOther }));

  test('assertions are put where they are named, once, and without an end nowhere', () => {
    const short = { type: 'word-count', value: { max: 20 } };
    expect(plan.assertions).toEqual([short]);
    expect(plan.cases[0]?.assertions).toEqual([
      {
        type: 'assert-set',
        assert: [short, { type: 'javascript', value: 'output[0] === output[0].toUpperCase()' }],
      },
      { type: 'an assertion without a type' },
      { type: 'similar', value: 'Yes', threshold: 0.5, model: 'text-embedding-3-small' },
    ]);
    expect(JSON.stringify(plan.cases[2]?.assertions).length).toBeLessThan(5_000);
    expect(notes).toContain('“#/assertionTemplates/none” names nothing in the file, and is not read.');
  });

  test('variables are what files beside hold, and none elsewhere is read', () => {
    expect(plan.cases.map(({ variables }) => variables)).toEqual([
      { topic: 'the sea', word: '{"one": 1}' },
      { topic: 'the sea', word: 'plain' },
      { topic: 'the sea', word: 'file://../secret.txt' },
    ]);
    expect(asked).not.toContain('../secret.txt');
    expect(notes).toContain(
      '“file://../secret.txt” of a variable can’t be read, and is sent as it is written.',
    );
  });

  test('models are those behind the names of programs', () => {
    expect(new Set(plan.variants.map(({ model }) => model))).toEqual(
      new Set(['gpt-4.1-mini', 'model:latest']),
    );
  });
});

describe('tables', () => {
  test('a CSV asks the models and the prompt that are named with it', () => {
    const text = 'city;__expected\r\n"Par""is";Paris\r\nRome;contains:Rome\r\n';
    const { plan } = readExperimentFile(
      'cities.csv',
      text,
      reading({ models: ['m'], prompt: 'Say {{city}}' }),
    );
    expect(plan.variants).toMatchObject([{ model: 'm', template: 'Say {{city}}' }]);
    expect(plan.cases.map(({ variables, assertions }) => [variables.city, assertions])).toEqual([
      ['Par"is', [{ type: 'equals', value: 'Paris' }]],
      ['Rome', [{ type: 'contains', value: 'Rome' }]],
    ]);
    expect(() => readExperimentFile('cities.csv', text, reading({ models: ['m'] }))).toThrow(/--prompt/);
    expect(() => readExperimentFile('cities.csv', text, reading({ prompt: 'x' }))).toThrow(/--model/);
  });

  test('samples of OpenAI’s evals, rows of its API, tests of promptfoo and plain objects are cases', () => {
    const lines = [
      {
        input: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: '2+2?' },
        ],
        ideal: '4',
      },
      { input: 'Capital of France?', ideal: ['Paris', 'paris (city)'] },
      { item: { input: 'x', __expected: 'contains:x' } },
      { vars: { input: 'y' }, assert: [{ type: 'equals', value: 'y' }] },
    ];
    const text = `${lines.map((line) => JSON.stringify(line)).join('\n')}\nnot json\n`;
    const { plan, notes } = readExperimentFile('evals.jsonl', text, reading({ models: ['m'] }));
    expect(plan.variants[0]?.template).toBe('{{input}}');
    expect(plan.cases.map(({ variables, assertions }) => [variables, assertions])).toEqual([
      [{ input: '2+2?', system: 'Be brief.' }, [{ type: 'starts-with', value: '4' }]],
      [{ input: 'Capital of France?', system: '' }, [{ type: 'regex', value: '^(Paris|paris \\(city\\))' }]],
      [{ input: 'x', system: '' }, [{ type: 'contains', value: 'x' }]],
      [{ input: 'y', system: '' }, [{ type: 'equals', value: 'y' }]],
    ]);
    expect(notes).toEqual(['Line 5 is not an object, and is not read.']);
  });

  test('a CSV is read as RFC 4180 writes it', () => {
    expect(readCsv('\uFEFFa,b\r\n"1\r\n2","x ""y"""\r\n\r\n3,\r\n')).toEqual([
      ['a', 'b'],
      ['1\r\n2', 'x "y"'],
      ['3', ''],
    ]);
    expect(readCsv('a\n"open')).toEqual([['a'], ['open']]);
    expect(readCsv('')).toEqual([]);
  });

  test.each([
    [
      'sep=;\r\na;b,c\r\n1;2\r\n',
      [
        ['a', 'b,c'],
        ['1', '2'],
      ],
    ],
    [
      '"sep=|"\na|b\n1|2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a|b\n1|2, and more',
      [
        ['a', 'b'],
        ['1', '2, and more'],
      ],
    ],
    [
      '"a;b;c",d\n1,2',
      [
        ['a;b;c', 'd'],
        ['1', '2'],
      ],
    ],
    ['question\nWho, if not you?\n', [['question'], ['Who, if not you?']]],
    [
      'a\tb\r1\t2\n3\t4\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
        ['3', '4'],
      ],
    ],
  ])('%j is read by what is between its cells', (text, rows) => {
    expect(readCsv(text)).toEqual(rows);
  });

  test('a table says what of it is left out', () => {
    const text = 'a,b,a\n1,2,3\n4,5,6,7\n';
    const { plan, notes } = readExperimentFile('t.csv', text, reading({ prompt: '{{a}}', models: ['m'] }));
    expect(plan.cases.map(({ variables }) => variables)).toEqual([
      { a: '3', b: '2' },
      { a: '6', b: '5' },
    ]);
    expect(notes).toEqual([
      'Several columns are called “a”: the last of them is read.',
      'Row 2 has more values than there are columns: those that are too many are left out.',
    ]);
  });
});

test('what is no experiment says so', () => {
  for (const text of ['[1', '42', 'a: 1', 'prompts: []\nproviders: [x]', 'prompts: [a]'])
    expect(() => readExperimentFile('x.yaml', text, reading())).toThrow(ExperimentFileError);
  expect(() => readExperimentFile('x.yaml', 'prompts: [a]\nproviders: [b]\ntests: t.csv', reading())).toThrow(
    /t\.csv/,
  );
});

test.each(['capitals.yaml', 'pictures.yaml'])(
  'the example %s is read without a note but of its provider',
  (name) => {
    const text = readFileSync(join(__dirname, '../../../../docs/examples', name), 'utf8');
    const { notes } = readExperimentFile(name, text, reading());
    expect(notes.filter((note) => !note.includes('of the chosen profile'))).toEqual([]);
  },
);

describe('an experiment as a configuration of promptfoo', () => {
  const again = (plan: ExperimentPlan, name: string) => {
    const { config, notes } = promptfooConfig(plan);
    return { ...readExperimentFile(name, stringify(config), reading()), written: notes };
  };

  test('read again has the same cases, variants and assertions', () => {
    const { plan } = readExperimentFile('greet.yaml', config, reading({ readOther: () => more }));
    expect(again(plan, 'x.yaml').plan).toEqual(plan);
    for (const file of ['capitals.yaml', 'pictures.yaml']) {
      const text = readFileSync(join('docs/examples', file), 'utf8');
      const example = readExperimentFile(file, text, reading()).plan;
      expect(again(example, file).plan).toEqual(example);
    }
  });

  test('keeps judges, schemas, tags, sets, weights and colons in names; and says what has no place there', () => {
    const schema = { type: 'object', properties: { city: { type: 'string' } } };
    const chat = { modality: 'chat', profileId: 'p', promptVersion: null } as const;
    const plan: ExperimentPlan = {
      title: 'Round trip: “all” of it',
      variants: [
        {
          ...{ ...chat, label: 'a', model: 'llama3:8b', template: 'Say {{word}}\n\n- twice' },
          settings: { systemPrompt: 'Be {{word}}.', temperature: 0.2, stop: ['x'], extra: { further: 3 } },
        },
        {
          ...{ ...chat, label: 'b', model: 'vendor/model', template: 'Shout {{word}}' },
          settings: { responseFormat: { name: 'city', schema, strict: true } },
        },
      ],
      cases: [
        {
          ...{ variables: { word: '- [1, {a: b}]: "yes"' }, attachments: [], inputs: [], threshold: 0.5 },
          assertions: [
            { type: 'not-contains-any', value: ['a, b', '"c"'], weight: 2, metric: 'm' },
            {
              type: 'assert-set',
              threshold: 0.5,
              assert: [{ type: 'llm-rubric', value: 'x', model: 'a:b' }],
            },
          ],
          ...{ tags: ['early', 'b: c'], note: 'A note' },
        },
      ],
      ...{ repeats: 3, assertions: [{ type: 'is-json', value: schema }], threshold: 0.9 },
      budget: { unit: 'credits', amount: 5 as Amount },
      judge: { profileId: 'p', model: 'judge:latest' },
    };
    const { plan: read, written } = again(plan, 'x.yaml');
    expect(read).toEqual({ ...plan, budget: null });
    expect(written).toEqual(['The budget is not written: it is chosen before each run.']);
  });
});

test('a system message that some samples alone have is sent with those', () => {
  const lines = [
    '{"input":[{"role":"system","content":"Be brief"},{"role":"user","content":"Hi"}],"ideal":"a"}',
    '{"input":"Plain","ideal":"b"}',
  ];
  const { plan } = readExperimentFile('samples.jsonl', lines.join('\n'), reading({ models: ['m'] }));
  expect(plan.variants[0]).toMatchObject({ template: '{{input}}', settings: { systemPrompt: '{{system}}' } });
  expect(plan.cases.map(({ variables }) => variables)).toEqual([
    { input: 'Hi', system: 'Be brief' },
    { input: 'Plain', system: '' },
  ]);
});
