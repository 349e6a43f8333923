/** Experiments from files and as files, over the commands that windows use. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestCore, type TestCore } from '../../../support/core';
import { oleOf, xlsxOf } from '../../../support/documents';
import { aCase, anExperiment, aVariant } from '../../../support/experiments';

let app: TestCore;
beforeAll(async () => {
  app = await openTestCore();
});
afterAll(() => app.close());

const base64 = (text: string | Uint8Array): string => Buffer.from(text).toString('base64');
const read = (
  name: string,
  text: string | Uint8Array,
  more: Partial<{ models: string[]; prompt: string; sheet: string | number }> = {},
) =>
  app.tell('experiments.readFile', {
    files: [{ name, base64: base64(text) }],
    models: more.models ?? [],
    prompt: more.prompt ?? null,
    ...(more.sheet !== undefined && { sheet: more.sheet }),
  });

const echo = { models: ['sandbox/echo'], prompt: 'Say {{word}}' };

test.each(['promptfoo', 'gatehouse'] as const)(
  'an experiment written for %s and read again is the same, and can be created',
  async (format) => {
    const input = anExperiment({
      title: 'Capitals: “big” ones',
      variants: [
        aVariant({ label: 'short', settings: { systemPrompt: 'Be short.', temperature: 0.3 } }),
        aVariant({ label: 'loud', template: 'Shout {{word}}\n\nand stop', settings: { maxTokens: 9 } }),
      ],
      cases: [
        aCase('one', {
          assertions: [{ type: 'contains', value: '{{word}}', weight: 2 }],
          tags: ['a', 'b: c'],
        }),
        aCase('- two: [3]', { note: 'odd', threshold: 0.5 }),
      ],
      repeats: 2,
      assertions: [{ type: 'llm-rubric', value: 'Is kind' }],
      judge: { profileId: 'sandbox', model: 'sandbox/judge' },
    });
    await app.tell('experiments.create', input);
    const { name, text, notes } = await app.tell('experiments.toFile', { id: input.id, format });
    expect(notes).toEqual([]);
    const again = await read(name, text);
    const id = randomUUID();
    await app.tell('experiments.create', { ...(again.plan as typeof input), id });
    const of = async (experimentId: string) => {
      const { variants, assertions, threshold, repeats, title, judge } = await app.tell('experiments.get', {
        id: experimentId,
      });
      const cases = await app.tell('experiments.cases', { id: experimentId, after: 0, limit: 9 });
      return { variants, assertions, threshold, repeats, title, judge, cases };
    };
    expect(await of(id)).toEqual(await of(input.id));
  },
);

test('a configuration reads the table that it names from the files beside it', async () => {
  const config = "prompts: ['Say {{word}}']\nproviders: [sandbox/echo]\ntests: file://data/words.csv\n";
  const { plan } = await app.tell('experiments.readFile', {
    files: [
      { name: 'suite.yaml', base64: base64(config) },
      { name: 'words.csv', base64: base64('word,__expected\nsun,icontains:sun\n') },
    ],
    models: [],
    prompt: null,
  });
  expect(plan.cases).toMatchObject([
    { variables: { word: 'sun' }, assertions: [{ type: 'icontains', value: 'sun' }] },
  ]);
});

test('of several opened files with one name each folder has its own; what could be either is refused', async () => {
  const file = (name: string, text: string) => ({ name, base64: base64(text) });
  const suite = (tests: string) =>
    file('suite.yaml', `prompts: ['{{word}}']\nproviders: [m]\ntests: ${tests}`);
  const others = [file('top/a/words.csv', 'word\nsun'), file('top/b/words.csv', 'word\nmoon')];
  const openWith = (tests: string, beside = others) =>
    app.tell('experiments.readFile', { files: [suite(tests), ...beside], models: [], prompt: null });
  const { plan } = await openWith('[a/words.csv, b/words.csv]');
  expect(plan.cases.map(({ variables }) => variables.word)).toEqual(['sun', 'moon']);
  await expect(openWith('words.csv')).rejects.toThrow('2 of the files could be “words.csv”.');
  const loose = [file('words.csv', 'word\nsun'), file('words.csv', 'word\nmoon')];
  await expect(openWith('a/words.csv', loose)).rejects.toThrow('2 of the files could be “a/words.csv”.');
  expect((await openWith('other/*.csv', [file('words.csv', 'word\nsun')])).plan.cases).toHaveLength(1);
});

test('tables between tabs and sheets of XLSX are cases, with empty cells in their place', async () => {
  const table = { models: ['sandbox/echo'], prompt: 'Say {{word}}' };
  const tsv = await read('words.tsv', 'word\tmood\t__expected\nsun\t\tcontains:a, b\n', table);
  const rows = [
    '<row><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c></row>',
    '<row><c r="A2" t="s"><v>3</v></c><c r="C2" t="s"><v>4</v></c></row>',
  ].join('');
  const strings = ['word', 'mood', '__expected', 'sun', 'contains:a, b'].map(
    (text) => `<si><t>${text}</t></si>`,
  );
  const sheet = await read('words.xlsx', xlsxOf(rows, strings.join('')), table);
  for (const { plan } of [tsv, sheet])
    expect(plan.cases).toMatchObject([
      { variables: { word: 'sun', mood: '' }, assertions: [{ type: 'contains', value: 'a, b' }] },
    ]);
});

test('a table in another encoding is read, and the encoding is said where it is a guess', async () => {
  const text = 'word;mood\nПривет;хорошо\nВсё;да\n';
  const cyrillic = Buffer.from(text, 'utf16le').filter((_, at) => at % 2 === 0);
  for (const [at, sign] of [...text].entries()) if (sign > '\x7f') cyrillic[at] = windows1251(sign);
  const { plan, notes } = await read('words.csv', cyrillic, echo);
  expect(plan.cases.map(({ variables }) => variables.word)).toEqual(['Привет', 'Всё']);
  expect(notes).toContain(
    '“words.csv” was read as Windows-1251. If its text looks wrong, save it as UTF-8 and open it again.',
  );
  const wide = await read('words.csv', Buffer.from(`\ufeff${text}`, 'utf16le'), echo);
  expect(wide.plan.cases).toHaveLength(2);
  expect(wide.notes.filter((note) => note.includes('read as'))).toEqual([]);
});

const windows1251 = (sign: string): number =>
  sign === 'ё' ? 0xb8 : 0xc0 + (sign.codePointAt(0) ?? 0) - 0x410;

test.each([
  ['a table', Buffer.from('word,mood\nsun,warm\n'), 'is not an XLSX workbook'],
  ['an old workbook', oleOf('Workbook'), 'is not an XLSX workbook'],
  ['a protected workbook', oleOf('EncryptedPackage'), 'is protected by a password'],
])('%s that is called .xlsx is refused by what it is', async (_, bytes, why) => {
  const files = [{ name: 'words.xlsx', base64: base64(bytes) }];
  const refusal = await app.refusal('experiments.readFile', {
    files,
    models: echo.models,
    prompt: echo.prompt,
  });
  expect(refusal).toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining(`“words.xlsx” ${why}`),
  });
});

test('a line break, a tab or a comma in a cell of a sheet ends neither row nor cell', async () => {
  const texts = ['sun\nand moon', 'Oslo, Norway', '“Hi”, she said', '"quoted" words', 'a\tb'];
  const cell = (text: string) => `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`;
  const file = xlsxOf(['word', ...texts].map(cell).join(''));
  const { plan } = await read('words.xlsx', file, { models: ['sandbox/echo'], prompt: 'Say {{word}}' });
  expect(plan.cases.map(({ variables }) => variables)).toEqual(texts.map((word) => ({ word })));
});

const row = (...values: string[]) =>
  `<row>${values.map((value) => `<c t="inlineStr"><is><t>${value}</t></is></c>`).join('')}</row>`;

test('of several sheets only the first is cases, and that is said', async () => {
  const others = [row('word') + row('moon') + row('star'), row('notes') + row('paid by nobody')];
  const file = xlsxOf(row('word', 'mood') + row('sun', 'warm'), '', others);
  const { plan, notes } = await read('words.xlsx', file, {
    models: ['sandbox/echo'],
    prompt: 'Say {{word}}',
  });
  expect(plan.cases.map(({ variables }) => variables)).toEqual([{ word: 'sun', mood: 'warm' }]);
  expect(notes).toContain('Only the first of the 3 sheets of “words.xlsx” is read.');
  const { notes: ofOne } = await read('one.xlsx', xlsxOf(row('word') + row('sun')), {
    ...{ models: ['sandbox/echo'], prompt: 'Say {{word}}' },
  });
  expect(ofOne.filter((note) => note.includes('sheets'))).toEqual([]);
});

test('another sheet is read by its name or number, and all names are answered', async () => {
  const others = [row('word') + row('moon') + row('star'), row('notes') + row('by nobody')];
  const file = xlsxOf(row('word') + row('sun'), '', others);
  const sheets = ['Costs', 'Sheet 2', 'Sheet 3'];
  expect(await read('words.xlsx', file, echo)).toMatchObject({
    ...{ sheets, sheet: 1 },
    plan: { title: 'words.xlsx' },
  });
  for (const sheet of [2, 'Sheet 2']) {
    const { plan, notes, head: _head, ...rest } = await read('words.xlsx', file, { ...echo, sheet });
    expect(plan.cases.map(({ variables }) => variables)).toEqual([{ word: 'moon' }, { word: 'star' }]);
    expect({ notes, ...rest }).toEqual({ notes: [], sheets, sheet: 2 });
  }
  expect(await read('words.csv', 'word\nsun\n', echo)).toMatchObject({ sheets: [], sheet: null });
  const files = [{ name: 'words.xlsx', base64: base64(file) }];
  for (const sheet of [4, 'sheet 2'])
    expect(await app.refusal('experiments.readFile', { files, ...echo, sheet })).toMatchObject({
      ...{ code: 'invalid_input', field: 'sheet' },
      message: expect.stringContaining('Choose one of these: “Costs”, “Sheet 2”, “Sheet 3”.'),
    });
});

test('sheets without rows before the first are passed over, and that is said', async () => {
  const file = xlsxOf(row('word'), '', [row('word') + row('moon')]);
  const { plan, notes, sheet } = await read('words.xlsx', file, echo);
  expect(plan.cases).toMatchObject([{ variables: { word: 'moon' } }]);
  expect(sheet).toBe(2);
  expect(notes).toContain('Only “Sheet 2”, the first with rows, of the 2 sheets of “words.xlsx” is read.');
  const refused = { files: [{ name: 'words.xlsx', base64: base64(file) }], ...echo, sheet: 1 };
  expect((await app.refusal('experiments.readFile', refused)).message).toBe('The table has no rows.');
});

test.each([
  ['no experiment', 'x.yaml', 'a: 1'],
  ['no YAML', 'x.yaml', '{"prompts": ['],
  ['no text', 'x.csv', new Uint8Array([0xff, 0xfe, 0xfd])],
  [
    'an experiment of Gatehouse that can’t be',
    'x.json',
    '{"type":"gatehouse-experiment","variants":[{}],"cases":[]}',
  ],
])('what is %s is refused and says why', async (_what, name, text) => {
  const refusal = await app.refusal('experiments.readFile', {
    files: [{ name, base64: base64(text) }],
    models: ['sandbox/echo'],
    prompt: null,
  });
  expect(refusal).toMatchObject({ code: 'invalid_input', field: 'files' });
  expect(refusal.message.length).toBeGreaterThan(20);
  // The words of a schema are for programmers.
  expect(refusal.message).not.toMatch(/Invalid|expected|received|Too (?:small|big)|undefined/);
});

test('the tests of a configuration may be a workbook, and name one of its sheets as promptfoo does', async () => {
  const workbook = xlsxOf(row('word', '__expected') + row('sun', 'contains:sun'), '', [
    row('word') + row('moon') + row('star'),
  ]);
  const readTests = async (tests: string) => {
    const config = `prompts: ["Say {{word}}"]\nproviders: [sandbox/echo]\ntests: ${tests}\n`;
    const files = [
      { name: 'suite.yaml', base64: base64(config) },
      { name: 'words.xlsx', base64: base64(workbook) },
    ];
    return (await app.tell('experiments.readFile', { files, models: [], prompt: null })).plan.cases;
  };
  expect(await readTests('file://data/words.xlsx')).toMatchObject([
    { variables: { word: 'sun' }, assertions: [{ type: 'contains', value: 'sun' }] },
  ]);
  for (const sheet of ['Sheet 2', '2'])
    expect((await readTests(`"words.xlsx#${sheet}"`)).map(({ variables }) => variables)).toEqual([
      { word: 'moon' },
      { word: 'star' },
    ]);
});
