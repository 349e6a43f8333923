/** What is wrong with an input, in words for the person who gave it: a schema's own messages are for programmers. */
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** What each kind of value has to be, where something else was given. */
const expectedWords: Readonly<Record<string, string>> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be on or off',
  array: 'must be a list',
  object: 'must be an object',
  record: 'must be an object',
};

/** What formats of texts are called; others are named as the format that was expected. */
const formatWords: Readonly<Record<string, string>> = {
  url: 'must be an address',
  uuid: 'must be a UUID',
};

const count = (figure: number | bigint): string => figure.toLocaleString('en');

const tooBigWords = ({ origin, maximum, inclusive = true }: z.core.$ZodIssueTooBig): string => {
  if (origin === 'string') return `is too long: at most ${count(maximum)} characters`;
  if (origin === 'array' || origin === 'set') return `has too many entries: at most ${count(maximum)}`;
  return `must be ${inclusive ? 'at most' : 'less than'} ${count(maximum)}`;
};

const tooSmallWords = ({ origin, minimum, inclusive = true }: z.core.$ZodIssueTooSmall): string => {
  if (origin === 'string' || origin === 'array' || origin === 'set') {
    if (Number(minimum) <= 1) return 'must not be empty';
    return `needs at least ${count(minimum)} ${origin === 'string' ? 'characters' : 'entries'}`;
  }
  return `must be ${inclusive ? 'at least' : 'more than'} ${count(minimum)}`;
};

/** Such as `is too long: at most 60 characters`, to be read after the name of the field. */
export function wrongValueText(issue: Issue | undefined): string {
  // The schemas' own checks are worded where they are made.
  if (issue !== undefined && !byZod.test(issue.message)) return issue.message;
  switch (issue?.code) {
    case 'too_big':
      return tooBigWords(issue);
    case 'too_small':
      return tooSmallWords(issue);
    case 'invalid_type':
      return expectedWords[issue.expected] ?? unfit;
    case 'invalid_format':
      return formatWords[issue.format] ?? 'is not written in the expected form';
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return 'is not a known field';
    default:
      return unfit;
  }
}

/** How the library words what no schema has words for. */
const byZod = /^(?:Invalid|Too (?:big|small)|Unrecognized)\b/;

const unfit = 'has a value that can’t be used here';

/** Path of the field in question, such as `settings.temperature`; empty for the whole input. */
export function wrongField(issue: Issue | undefined): string {
  const path = issue?.path.map(String) ?? [];
  return [...path, ...(issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [])].join('.');
}

/** `Temperature` for `settings.temperature`, `Base URL` for `baseUrl`, `Headers 2: name` for `headers.1.name`. */
function fieldWords(field: string): string {
  const parts = field.split('.').filter((part) => part !== '');
  const at = parts.findIndex((part) => /^\d+$/.test(part));
  const last = parts.at(-1);
  if (last === undefined) return 'The input';
  const [list = 'Entry', index] = [parts[at - 1], Number(parts[at]) + 1];
  if (at === -1) return capitalized(words(last));
  return `${capitalized(words(list))} ${index}${at === parts.length - 1 ? '' : `: ${words(last)}`}`;
}

const words = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/\b(?:url|id|json|api)\b/g, (short) => short.toUpperCase().replace('ID', 'id'));

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The field and what is wrong with it, without a full stop. The value itself is not repeated: it may be a key. */
export const wrongValueWords = (issue: Issue | undefined): string =>
  `${fieldWords(wrongField(issue))} ${wrongValueText(issue).replace(/\.$/, '')}`;
