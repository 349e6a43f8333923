import { describe, expect, test } from 'vitest';
import { readCsv } from '../../../../shared/lab/csv';
import { aboveHeaderText, fromHeader } from '../../../../shared/lab/table-head';

const tableOf = (text: string, mark?: string, chosen?: number) => {
  const headed = fromHeader(text, mark, chosen);
  return { header: headed.header, rows: readCsv(headed.text, mark) };
};

const table = [
  ['city', 'land'],
  ['Rome', 'Italy'],
  ['Oslo', 'Norway'],
];

describe('rows above the header are left out', () => {
  test.each<[string, string, string?]>([
    ['a title of a sheet', 'Cities\ncity\tland\nRome\tItaly\nOslo\tNorway', '\t'],
    ['a title and a date', 'Cities of 2026\n2026-11-29\ncity\tland\nRome\tItaly\nOslo\tNorway', '\t'],
    ['a title that a program padded', 'Cities,\r\ncity,land\r\nRome,Italy\r\nOslo,Norway\r\n'],
    ['an empty line behind it', 'Cities of Europe\n\ncity,land\nRome,Italy\nOslo,Norway'],
    ['the same with semicolons', 'Cities\r\n\r\ncity;land\r\nRome;Italy\r\nOslo;Norway'],
    ['a mark of the encoding', '\uFEFFCities,\ncity,land\nRome,Italy\nOslo,Norway'],
    ['a stated separator', 'sep=;\nCities;\ncity;land\nRome;Italy\nOslo;Norway'],
    ['a quoted title of two lines', '"Cities\nof Europe"\t\ncity\tland\nRome\tItaly\nOslo\tNorway', '\t'],
    ['rows with an empty cell', 'Cities\ncity\tland\nRome\tItaly\nOslo\tNorway', '\t'],
  ])('%s', (_name, text, mark) => {
    const { header, rows } = tableOf(text, mark);
    expect(header).toBeGreaterThan(1);
    expect(rows).toEqual(table);
  });
});

describe('the first row is the header', () => {
  test.each<[string, string, string?]>([
    ['a plain table', 'city,land\nRome,Italy'],
    ['one column', 'prompt\nHello, world\nBye, world'],
    ['one column of a sheet', 'prompt\nHello\nBye', '\t'],
    ['one column with an empty line', 'prompt\n\nHello\nBye'],
    ['a note beside a value', 'prompt\nHello\tnote\nBye\nWell\nGood', '\t'],
    ['names that repeat', 'Cities\na\ta\nRome\tItaly', '\t'],
    ['no row below', 'Cities\ncity\tland', '\t'],
    ['nothing', ''],
  ])('%s', (_name, text, mark) => {
    expect(fromHeader(text, mark)).toMatchObject({ header: 1, text });
  });
});

test('a person may choose another row, also one that does not exist', () => {
  const text = 'Cities\ncity\tland\nRome\tItaly\nOslo\tNorway';
  expect(fromHeader(text, '\t', 1)).toMatchObject({ header: 1, text });
  expect(fromHeader(text, '\t', 3)).toMatchObject({ header: 3, text: 'Rome\tItaly\nOslo\tNorway' });
  expect(fromHeader(text, '\t', 99).header).toBe(4);
});

test('what is left out is said in short', () => {
  const { rows } = fromHeader('Cities\n2026\nx\ncity\tland\nRome\tItaly', '\t');
  expect(rows).toEqual(['Cities', '2026', 'x', 'city · land', 'Rome · Italy']);
  expect(aboveHeaderText({ header: 1, rows })).toBeNull();
  expect(aboveHeaderText({ header: 2, rows })).toBe('The row above the header is left out: “Cities”.');
  expect(aboveHeaderText({ header: 4, rows })).toBe(
    'The rows above the header are left out: “Cities”, “2026”, 1 more.',
  );
});
