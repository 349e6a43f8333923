/** Prompts of promptfoo’s configurations: files of all kinds, filters, and variables in variables. */
import { describe, expect, test } from 'vitest';
import { readYaml } from '../../../../electron/read-yaml';
import { matchesPattern } from '../../../../shared/lab/files/name-pattern';
import { readExperimentFile } from '../../../../shared/lab/files/read-file';
import { fillTemplate, parseTemplate } from '../../../../shared/lab/template';

function read(config: string, beside: Readonly<Record<string, string>> = {}) {
  return readExperimentFile('suite.yaml', `providers: [m]\n${config}`, {
    profileId: 'p',
    models: [],
    prompt: null,
    readYaml,
    readOther: (name) => beside[name] ?? null,
    list: (pattern) => Object.keys(beside).filter((name) => matchesPattern(name, pattern)),
  });
}

const templatesOf = (config: string, beside?: Readonly<Record<string, string>>) =>
  read(config, beside).plan.variants.map(({ template }) => template);

/** What the first variant asks of each case. */
function asked(config: string) {
  const { variants, cases } = read(config).plan;
  const template = parseTemplate(variants[0]?.template ?? '');
  expect(template.mistakes).toEqual([]);
  return cases.map(({ variables }) => fillTemplate(template, variables));
}

describe('files of prompts', () => {
  test.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    [
      '[file://asks/*.txt]',
      { 'asks/a.txt': 'One\n---\nTwo', 'asks/b.txt': 'Three' },
      ['One', 'Two', 'Three'],
    ],
    ['file://asks/', { 'asks/a.md': 'One', 'asks/b.j2': 'Two' }, ['One', 'Two']],
    ['[table.csv]', { 'table.csv': 'label,prompt\nshort,"One, two"\nlong,Three' }, ['One, two', 'Three']],
    ['[table.csv]', { 'table.csv': 'One\nTwo' }, ['One', 'Two']],
    ['[chats.jsonl]', { 'chats.jsonl': '[{"role":"user","content":"One"}]\n"Two"\n' }, ['One', '"Two"']],
    [
      'file://list.yaml',
      { 'list.yaml': '- One\n- { raw: Two, label: b }\n- file://c.txt', 'c.txt': 'Three' },
      ['One', 'Two', 'Three'],
    ],
    ['{ a.txt: first, b.txt: second }', { 'a.txt': 'One', 'b.txt': 'Two' }, ['One', 'Two']],
    [
      '[chat.json]',
      {
        'chat.json':
          '[{"role":"system","content":{{ how | dump }}},{"role":"user","content":[{"type":"text","text":"One"}]}]',
      },
      ['One'],
    ],
  ])('%s', (prompts, beside, templates) => {
    expect(templatesOf(`prompts: ${prompts}\ntests: [{ vars: { how: x } }]`, beside)).toEqual(templates);
  });

  test.each<[string, Readonly<Record<string, string>>]>([
    ['each other', { 'a.yaml': '- file://b.yaml', 'b.yaml': '- file://a.yaml\n- One' }],
    ['themselves', { 'a.yaml': '- One\n- file://a.yaml' }],
    [
      'one after the other without end',
      Object.fromEntries(
        Array.from({ length: 40 }, (_, at) => [
          `${at === 0 ? 'a' : at}.yaml`,
          `- file://${at + 1}.yaml\n`.repeat(9),
        ]),
      ),
    ],
  ])('files that name %s are refused', (_, beside) => {
    expect(() => templatesOf('prompts: [file://a.yaml]', beside)).toThrow(/^“.+” is named through “a\.yaml”/);
  });

  test('without one the variable “prompt” is asked; labels of a table name its prompts', () => {
    expect(asked('tests: [{ vars: { prompt: Hello } }]')).toEqual(['Hello']);
    const { plan } = read('prompts: [t.csv]', { 't.csv': 'prompt,label\nOne,short\nTwo,long' });
    expect(plan.variants.map(({ label }) => label)).toEqual(['m · short', 'm · long']);
  });

  test.each([
    ['[file://ask.py:make]', '“file://ask.py:make” is a program that writes prompts, and is not run here.'],
    ['[ask.js]', 'is a program'],
    ['["exec:./ask.sh"]', 'is a program'],
    ['["langfuse://ask@latest"]', 'is elsewhere, and is not read'],
    ['[file://none/*.txt]', 'No file matches “none/*.txt”, which the file names as its prompts.'],
    ['[file://ask.pdf]', 'Prompts of “ask.pdf” can’t be read'],
    ['[7]', 'Prompt 1 can’t be read.'],
    [
      '["{% if a %}b{% endif %}"]',
      'Prompt 1: “{% if a %}b{% endif %}” can’t be filled in: “{% if a %}” is not read here.',
    ],
    [
      '["{{ a | shout }}"]',
      'Prompt 1: “{{a | shout}}” can’t be filled in: “{{a | shout}}” is not read here.',
    ],
    [
      '[{ label: seen, raw: \'[{"role":"user","content":[{"type":"image_url"}]}]\' }]',
      'seen: “image_url” of a message can’t be sent from a file.',
    ],
  ])('%s is refused', (prompts, sentence) => {
    expect(() => read(`prompts: ${prompts}`)).toThrow(sentence);
  });
});

describe('what a prompt gets', () => {
  test('filters, parts of fields and lists, comments and braces', () => {
    const prompt =
      '{# to be short #}{{ who.name | upper }} of {{who.town}}, {{ likes[1] }}{% raw %} {{x}}{% endraw %}';
    const vars = '{ who: { name: Ada, town: Ely }, likes: [tea, figs] }';
    const config = `prompts: ['${prompt}']\ntests: [{ vars: ${vars}, options: { disableVarExpansion: true } }]`;
    expect(asked(config)).toEqual(['ADA of Ely, figs {{x}}']);
    expect(
      asked("prompts: ['{{a | upper}} {{ a|lower }} {{ a | upper }}']\ntests: [{ vars: { a: Xy } }]"),
    ).toEqual(['XY xy XY']);
  });

  test('variables in the values of others', () => {
    const { plan, notes } = read(`
prompts: ['{{ask}}']
defaultTest: { vars: { ask: 'In {{tongue}}: {{text}}', tongue: '{{land}}ish', text: '{{none}} {{text}}' } }
tests: [{ vars: { land: [Dan, Finn] } }]`);
    expect(plan.cases.map(({ variables }) => variables.tongue)).toEqual(['Danish', 'Finnish']);
    expect(plan.cases[0]?.variables.ask).toContain('In Danish: {{none}} ');
    expect(notes).toContain(
      'Test 1: what is between braces in “text” isn’t a variable, and is sent as it is written.',
    );
  });
});

test('columns of a table are tags, notes and thresholds', () => {
  const table = `word,__expected,__expected2,__config:__expected2:threshold,__metadata:kind,__metadata:tags[],__tags,__description,__note
sun,contains:sun,levenshtein:sum,2,star,"hot,far\\, away",old,first,bright
moon,,levenshtein:mono,x,,,,,\n`;
  const { plan, notes } = read("prompts: ['{{word}}']\ntests: file://t.csv", { 't.csv': table });
  expect(notes).toEqual(['“levenshtein whose threshold isn’t a number” is not judged here: it is unclear.']);
  expect(plan.cases).toMatchObject([
    {
      ...{ tags: ['kind: star', 'hot', 'far, away', 'old'], note: 'first\nbright' },
      assertions: [
        { type: 'contains', value: 'sun' },
        { type: 'levenshtein', value: 'sum', threshold: 2 },
      ],
    },
    { tags: [], note: '', assertions: [{ type: 'levenshtein whose threshold isn’t a number' }] },
  ]);
});
