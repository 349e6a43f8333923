import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEventParser, EventTooLargeError } from '../../electron/gateway/parse/sse';

const parse = (...pieces: string[]) => {
  const parser = createEventParser();
  return [...pieces.flatMap((piece) => parser.push(piece)), ...parser.end()];
};

describe('the event parser', () => {
  it('reads types and data, and joins the lines of one event', () => {
    expect(parse('event: a\ndata: 1\ndata:2\ndata\n\ndata:  x\n\n')).toEqual([
      { type: 'a', data: '1\n2\n' },
      { type: '', data: ' x' },
    ]);
  });

  it('skips comments, unknown fields and events without data', () => {
    expect(parse(': hi\n\nid: 1\nretry: 5\n\nevent: x\n\nodd\n\ndata: 1\n\n')).toEqual([
      { type: '', data: '1' },
    ]);
  });

  it('reads the same text however it is split', () => {
    const line = fc.constantFrom('data: a', 'data:b', ':c', 'event: e', 'id: 1', '', '', 'data: [DONE]');
    const end = fc.constantFrom('\n', '\r\n', '\r');
    const text = fc.array(fc.tuple(line, end), { maxLength: 30 });
    fc.assert(
      fc.property(text, fc.infiniteStream(fc.nat(4)), (lines, sizes) => {
        // One way of ending lines throughout, as one server writes: CR before LF would be one end, not two.
        const whole = lines.map(([words]) => words + (lines[0]?.[1] ?? '')).join('');
        const pieces: string[] = [];
        for (let at = 0; at < whole.length; ) {
          const size = (sizes.next().value ?? 0) + 1;
          pieces.push(whole.slice(at, at + size));
          at += size;
        }
        expect(parse(...pieces)).toEqual(parse(whole));
      }),
      { numRuns: 500 },
    );
  });

  it('refuses an event without an end', () => {
    const parser = createEventParser(100);
    parser.push(`data: ${'x'.repeat(50)}\n`);
    expect(() => parser.push(`data: ${'x'.repeat(50)}`)).toThrow(EventTooLargeError);
  });

  it('limits each event separately', () => {
    const parser = createEventParser(100);
    for (let count = 0; count < 50; count++)
      expect(parser.push(`data: ${'x'.repeat(80)}\n\n`)).toHaveLength(1);
  });

  it('takes one long line in small pieces at constant speed', () => {
    const parser = createEventParser();
    // Read again from its start with each piece, it would take hours.
    for (let piece = 0; piece < 60_000; piece++) expect(parser.push('x'.repeat(100))).toEqual([]);
  });
});
