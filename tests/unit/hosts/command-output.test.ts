/** What a command writes: shown by a terminal, split by a program, and read by nobody where nobody reads. */
import { EventEmitter } from 'node:events';
import { describe, expect, test } from 'vitest';
import { interruptsOf } from '../../../electron/command-interrupts';
import { fitted, shown, shownLine, shownText, terminalOf } from '../../../electron/command-output';
import { jsonLine } from '../../../shared/text/json-line';

test('codes of an answer are shown, and do nothing to the terminal', () => {
  expect(shown('a\x1b]0;title\x07b\x9b2Jc\u202ed\te\nf')).toBe('a�]0;title�b�2Jc�d\te\nf');
  expect(shownLine('one  two\r\n\tthree')).toBe('one  two three');
});

test('a document keeps its lines, and moves the cursor to no earlier one', () => {
  expect(shownText('<a>\r\none\rtwo\x9b1A\n</a>')).toBe('<a>\none\ntwo�1A\n</a>');
});

test('a line of blanks alone takes no longer than its length', () => {
  const blanks = ' '.repeat(300_000);
  expect(shownLine(`a${blanks}b`)).toBe(`a${blanks}b`);
});

test('a line of JSON is one line for every reader, and the same value', () => {
  const value = { text: 'a\u2028b\x85c\x9bd\x7f😀\\ud83d' };
  const line = jsonLine(value);
  expect(line).toBe('{"text":"a\\u2028b\\u0085c\\u009bd\\u007f😀\\\\ud83d"}');
  expect(JSON.parse(line)).toEqual(value);
});

test('halves of signs, for which many readers refuse the whole line, become a replacement sign', () => {
  const line = jsonLine({ 'k\udc00': ['\ud83d', 'a\\\ud83d\ud83db', '\ude00\ud83d\ude00'] });
  expect(JSON.parse(line)).toEqual({ 'k\uFFFD': ['\uFFFD', 'a\\\uFFFD\uFFFDb', '\uFFFD😀'] });
  expect(line).not.toMatch(/\\ud[89a-f]/);
});

const outOf = (more: { readonly isTTY?: boolean; readonly columns?: number } = {}) => {
  const written: string[] = [];
  return { written, isTTY: false, columns: 80, ...more, write: (text: string) => written.push(text) };
};

describe('the terminal', () => {
  test('progress is one row of it, also of 40 columns', () => {
    const [out, err] = [outOf({ isTTY: true }), outOf({ isTTY: true, columns: 40 })];
    const { print, progress } = terminalOf(out, err, {});
    progress('3 of 400: 1 passed, 0 failed, 0.0027 credits and more');
    print('line');
    expect(err.written).toEqual(['\r\x1B[K3 of 400: 1 passed, 0 failed, 0.0027 c…']);
    expect(out.written).toEqual(['\r\x1B[Kline\n']);
    expect(fitted('short', 40)).toBe('short');
  });

  test.each([
    ['a pipe', { out: {}, err: {}, env: {} }],
    ['a terminal that can’t clear', { out: { isTTY: true }, err: { isTTY: true }, env: { TERM: 'dumb' } }],
  ])('%s gets lines without codes, and no progress', (_name, { out: outMore, err: errMore, env }) => {
    const [out, err] = [outOf(outMore), outOf(errMore)];
    const { print, tell, progress } = terminalOf(out, err, env);
    progress('1 of 2');
    print('{"a":1}');
    tell('a\x1b[2Jb');
    expect([out.written, err.written]).toEqual([['{"a":1}\n'], ['a�[2Jb\n']]);
  });
});

function processOf(isTTY: boolean) {
  const write = (_text: string, done: () => void) => done();
  const [stdout, stderr] = [Object.assign(new EventEmitter(), { isTTY, write }), new EventEmitter()];
  return Object.assign(new EventEmitter(), { stdout, stderr });
}

describe('an early end', () => {
  test('is asked for by one signal and insisted on by the next, of either kind; a third one is the system’s', async () => {
    const source = processOf(false);
    const { first, second } = interruptsOf(source as never);
    source.emit('SIGTERM');
    expect(await first).toBe('signal');
    expect(source.listenerCount('SIGINT')).toBe(1);
    source.emit('SIGINT');
    await second;
    expect(source.eventNames()).toEqual([]);
  });

  test('is asked for by a closed output, and then insisted on by the first signal', async () => {
    const source = processOf(false);
    const { first, second } = interruptsOf(source as never);
    source.stderr.emit('error', new Error('EPIPE'));
    for (const _line of [1, 2, 3]) source.stdout.emit('error', new Error('EPIPE'));
    expect(await first).toBe('unread');
    source.emit('SIGINT');
    await second;
  });

  test('comes with an output that can’t be written, which says why at its end; a closed one is whole', async () => {
    const [full, closed] = [processOf(false), processOf(false)];
    const [onFull, onClosed] = [full, closed].map((source) => interruptsOf(source as never));
    full.stdout.emit('error', Object.assign(new Error('write'), { code: 'ENOSPC' }));
    closed.stdout.emit('error', Object.assign(new Error('write'), { code: 'EPIPE' }));
    expect([await onFull?.first, await onClosed?.first]).toEqual(['unwritten', 'unread']);
    expect([await onFull?.whyUnwritten(), await onClosed?.whyUnwritten()]).toEqual([
      'the disk is full',
      null,
    ]);
  });

  test('comes with a closed terminal, but not where nohup keeps the command alive', () => {
    const [terminal, pipe] = [processOf(true), processOf(false)];
    for (const source of [terminal, pipe]) interruptsOf(source as never);
    expect([terminal, pipe].map((source) => source.listenerCount('SIGHUP'))).toEqual([1, 0]);
  });
});
