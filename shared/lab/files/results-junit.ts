/**
 * JUnit's XML, as build servers read it: a suite for each variant, a test for each cell. What is unclear or left out is
 * skipped, what could not be asked an error. Jenkins refuses attributes that its schema (xunit-plugin, junit-10.xsd) does
 * not name; GitLab shows the content of outcomes and drops tests whose class and name another one has.
 */
import { xml } from '../../text/xml-text';
import { type Result, variantsIn, whyOf } from './results';

type Kind = 'passed' | 'failure' | 'error' | 'skipped';

export function resultsJunit(title: string, results: readonly Result[]): string {
  const classes = classNames(results);
  const suites = variantsIn(results).map(({ id, label }) => {
    const own = results.filter(({ variant }) => variant.id === id);
    const cases = own.map((result) => testCase(result, classes.get(id) ?? ''));
    const about = `${counts(own)} skipped="${countOf(own, 'skipped')}" ${timeOf(own)}`;
    return `<testsuite name="${attribute(label)}" ${about}>\n${cases.join('')}</testsuite>\n`;
  });
  const head = '<?xml version="1.0" encoding="UTF-8"?>\n';
  const about = `name="${attribute(title)}" ${counts(results)} ${timeOf(results)}`;
  return `${head}<testsuites ${about}>\n${suites.join('')}</testsuites>\n`;
}

/** Of each variant: its model; where several have it, its label too, and its number where these agree as well. */
function classNames(results: readonly Result[]): ReadonlyMap<number, string> {
  const variants = variantsIn(results);
  const isShared = (model: string) => variants.filter((one) => one.model === model).length > 1;
  const taken = new Set<string>();
  return new Map(
    variants.map(({ id, label, model }) => {
      const labelled = label.startsWith(model) ? label : `${model}: ${label}`;
      const name = isShared(model) ? labelled : model;
      const own = taken.has(name) ? `${name} (${id})` : name;
      taken.add(own);
      return [id, own];
    }),
  );
}

const kindOf = ({ cell }: Result): Kind => {
  if (cell.isExcluded) return 'skipped';
  // One that still runs as the results are written was cut off.
  if (['failed', 'interrupted', 'running'].includes(cell.state)) return 'error';
  if (cell.verdict === 'failed') return 'failure';
  return cell.state === 'done' && cell.verdict !== 'unclear' ? 'passed' : 'skipped';
};

const countOf = (results: readonly Result[], kind: Kind): number =>
  results.filter((one) => kindOf(one) === kind).length;

const counts = (results: readonly Result[]): string =>
  `tests="${results.length}" failures="${countOf(results, 'failure')}" errors="${countOf(results, 'error')}"`;

const seconds = (ms: number): string => (ms / 1_000).toFixed(3);

const timeOf = (results: readonly Result[]): string =>
  `time="${seconds(results.reduce((sum, { cell }) => sum + (cell.totalMs ?? 0), 0))}"`;

function testCase(result: Result, className: string): string {
  const { cell, of } = result;
  const repeat = cell.repeat > 1 ? `, time ${cell.repeat}` : '';
  const name = `Case ${of.id}${of.note === '' ? '' : `: ${of.note}`}${repeat}`;
  const out = cell.text === null ? '' : `<system-out>${xml(cell.text)}</system-out>`;
  const about = `name="${attribute(name)}" classname="${attribute(className)}" time="${seconds(cell.totalMs ?? 0)}"`;
  return `<testcase ${about}>${outcome(result)}${out}</testcase>\n`;
}

function outcome(result: Result): string {
  const { cell } = result;
  const kind = kindOf(result);
  if (kind === 'passed') return '';
  const why = whyOf(cell) || `The cell is ${cell.state}.`;
  // Surefire's schema requires a type of failures and errors, and has it nowhere else.
  const type = { failure: 'assertion', error: cell.error?.code ?? cell.state, skipped: null }[kind];
  const typed = type === null ? '' : ` type="${attribute(type)}"`;
  return `<${kind} message="${attribute(why)}"${typed}>${xml(why)}</${kind}>`;
}

/** Readers make blanks of ends of lines and tabs that are written as they are. */
const attribute = (text: string): string =>
  xml(text.replace(/\r\n?/g, '\n')).replace(/[\n\t]/g, (sign) => `&#${sign.charCodeAt(0)};`);
