import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fillTemplate, mistakeOfValue, parseTemplate, type Variable } from '../../../shared/lab/template';

const fill = (template: string, values: Record<string, string> = {}) =>
  fillTemplate(parseTemplate(template), values);
const only = (template: string): Variable | undefined => parseTemplate(template).variables[0];
const mistakesOf = (template: string) => parseTemplate(template).mistakes.map(({ message }) => message);

describe('a variable', () => {
  test.each<[string, Variable]>([
    ['{{topic}}', { name: 'topic', type: 'text', options: [], fallback: null }],
    ['{{ topic }}', { name: 'topic', type: 'text', options: [], fallback: null }],
    ['{{text:long}}', { name: 'text', type: 'long', options: [], fallback: null }],
    ['{{count:number=3}}', { name: 'count', type: 'number', options: [], fallback: '3' }],
    ['{{who=the = sign: kept}}', { name: 'who', type: 'text', options: [], fallback: 'the = sign: kept' }],
    ['{{Größe in cm:number}}', { name: 'Größe in cm', type: 'number', options: [], fallback: null }],
    [
      '{{tone:select:formal|casual=casual}}',
      { name: 'tone', type: 'select', options: ['formal', 'casual'], fallback: 'casual' },
    ],
    ['{{at:select:9:00|17:00}}', { name: 'at', type: 'select', options: ['9:00', '17:00'], fallback: null }],
  ])('%s is read with its type, options and default', (template, variable) => {
    expect(parseTemplate(template)).toMatchObject({ variables: [variable], mistakes: [] });
  });

  test('is replaced everywhere, and a value is never read for variables itself', () => {
    expect(fill('{{a}} and {{b}}, {{a}}', { a: '{{b}}', b: '$& \\{{x}}' })).toBe(
      '{{b}} and $& \\{{x}}, {{b}}',
    );
  });

  test('takes its default if no value is given, and an empty value if one is', () => {
    expect(fill('{{a=one}}')).toBe('one');
    expect(fill('{{a=one}}', { a: '' })).toBe('');
  });

  test('mentioned twice is one variable, defined by the mention with more details', () => {
    expect(parseTemplate('{{tone}} {{tone:select:x|y=x}} {{tone}}').variables).toEqual([
      { name: 'tone', type: 'select', options: ['x', 'y'], fallback: 'x' },
    ]);
  });

  test('escaped is two braces and the text after them', () => {
    expect(fill('write \\{{topic}} for {{topic}}', { topic: 'bees' })).toBe('write {{topic}} for bees');
  });

  test.each(['constructor', '__proto__', 'toString'])('named %s is a variable like any other', (name) => {
    expect(fill(`<{{${name}}}>`)).toBe('<>');
  });
});

describe('text that looks like a variable', () => {
  test.each([
    ['{{}}', 'This variable has no name.'],
    ['{{:number}}', 'This variable has no name.'],
    ['{{a:color}}', '“color” is not a type: use text, long, number or select.'],
    ['{{a:select}}', '“a” has no options: write them as select:one|two.'],
    ['{{a:select:x|y=z}}', 'The default “z” of “a” is not one of its options.'],
    ['{{a:number=many}}', 'The default “many” of “a” is not a number.'],
    ['{{a:text:x|y}}', 'Only select has options; “a” is a text.'],
    ['{{a', 'This variable is not closed: }} is missing.'],
    ['{{a\n}}', 'This variable is not closed: }} is missing.'],
    ['{{a:number}} {{a:long}}', '“a” is defined differently above.'],
  ])('%j is reported: %s', (template, message) => {
    expect(mistakesOf(template)).toEqual([message]);
  });

  test('stays unchanged', () => {
    expect(fill('{{a:color}} and {{')).toBe('{{a:color}} and {{');
  });

  test('is reported with its line and column, and the variables after it are found', () => {
    const { mistakes, variables } = parseTemplate('one\n two {{bad {{good}}');
    expect(mistakes).toMatchObject([{ at: 9, line: 2, column: 6 }]);
    expect(variables.map(({ name }) => name)).toEqual(['good']);
  });
});

describe('a value', () => {
  const number: Variable = { name: 'n', type: 'number', options: [], fallback: null };
  const select: Variable = { name: 's', type: 'select', options: ['a', 'b'], fallback: null };
  test.each<[Variable, string, string | null]>([
    [number, '3.5', null],
    [number, 'three', '“n” must be a number; “three” is not one.'],
    [number, ' ', '“n” is missing.'],
    [select, 'a', null],
    [select, 'c', '“s” must be one of a, b; “c” is not.'],
  ])('of %j: %j → %s', (variable, value, mistake) => {
    expect(mistakeOfValue(variable, value)).toBe(mistake);
  });
});

const braces = fc.constantFrom(
  '{{',
  '}}',
  '{',
  '}',
  '\\',
  '\\{{',
  ':',
  '=',
  '|',
  'select',
  'number',
  'a',
  'ß',
  '\n',
  ' ',
);
const anyText = fc.oneof(
  fc.array(braces, { maxLength: 40 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary', maxLength: 200 }),
);
const name = fc.stringMatching(/^[a-zäß_][a-z0-9 _.-]{0,10}[a-z0-9]$/);
const word = fc.stringMatching(/^[a-z0-9]{1,8}$/);
const variable: fc.Arbitrary<Variable> = fc.oneof(
  fc.record({
    name,
    type: fc.constantFrom('text', 'long'),
    options: fc.constant([]),
    fallback: fc.option(word),
  }),
  fc.record({
    name,
    type: fc.constant('number'),
    options: fc.constant([]),
    fallback: fc.option(fc.integer().map(String)),
  }),
  fc
    .tuple(name, fc.uniqueArray(word, { minLength: 1, maxLength: 5 }), fc.boolean())
    .map(([own, options, has]) => ({
      name: own,
      type: 'select',
      options,
      fallback: has ? (options[0] ?? null) : null,
    })),
) as fc.Arbitrary<Variable>;

function write({ name: own, type, options, fallback }: Variable): string {
  const typed = type === 'text' ? '' : `:${type}${options.length > 0 ? `:${options.join('|')}` : ''}`;
  return `{{${own}${typed}${fallback === null ? '' : `=${fallback}`}}}`;
}

describe('for any text', () => {
  test('reading it never fails, and its parts joined are the text again', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { parts, mistakes } = parseTemplate(text);
        expect(parts.map(({ source }) => source).join('')).toBe(text);
        for (const { at } of mistakes) expect(text.slice(at, at + 2)).toBe('{{');
      }),
      { numRuns: 2_000 },
    );
  });

  test('one without braces is unchanged', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const plain = text.replaceAll('{{', '{ {');
        if (!plain.includes('{{')) expect(fill(plain)).toBe(plain);
      }),
    );
  });

  test('a variable that is written is read back the same', () => {
    fc.assert(
      fc.property(variable, word, word, (one, before, after) => {
        const template = parseTemplate(`${before}${write(one)}${after}`);
        expect(template).toMatchObject({ variables: [one], mistakes: [] });
        expect(fillTemplate(template, { [one.name]: '{{x}}' })).toBe(`${before}{{x}}${after}`);
      }),
    );
  });

  test('escaping every pair of braces gives the text itself', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const plain = text.replaceAll('\\', '').replace(/\{+/g, (run) => (run.length > 1 ? '{{' : run));
        expect(fill(plain.replaceAll('{{', '\\{{'))).toBe(plain);
      }),
    );
  });

  test('a hundred thousand open braces are read at once', () => {
    expect(parseTemplate('{{'.repeat(50_000)).mistakes).toHaveLength(100);
  });
});

test('the type of a variable without one is text', () => {
  expect(only('{{a}}')?.type).toBe('text');
});
