/** Captions of texts as people write them: abbreviations, quotes, long sentences, other scripts. */
import { expect, test } from 'vitest';
import { captionCues, toSrt, toVtt } from '../../../../shared/media/captions';
import { processorMs } from '../../../support/processor-time';

const textsOf = (text: string) => captionCues([{ text, durationMs: 60_000 }]).map(({ text: words }) => words);

test.each([
  ['Dr. Smith met Mrs. Jones in St. Louis. Then?', ['Dr. Smith met Mrs. Jones in St. Louis.', 'Then?']],
  ['J. R. R. Tolkien wrote it. He did.', ['J. R. R. Tolkien wrote it.', 'He did.']],
  ['It cost 3.5 million. “Stop.” She left.', ['It cost 3.5 million.', '“Stop.”', 'She left.']],
  ['Call the Dr.\nNo one came.', ['Call the Dr.', 'No one came.']],
  ['他说：“你好。”然后走了。好吗？', ['他说：“你好。”', '然后走了。', '好吗？']],
  ['مرحبا. كيف حالك؟', ['مرحبا.', 'كيف حالك؟']],
])('“%s” is captioned by its sentences', (text, sentences) => {
  expect(textsOf(text)).toEqual(sentences);
});

test.each([
  [
    'English',
    `${'When the ship came in, nobody was awake, because the night was long, '.repeat(4)}and so on.`,
  ],
  ['Chinese', `${'这是一个非常长的句子，里面没有句号，只有逗号，'.repeat(6)}完。`],
  ['Thai without blanks', 'กาลครั้งหนึ่งนานมาแล้วมีเด็กน้อยคนหนึ่ง'.repeat(12)],
  ['words without a comma', 'word '.repeat(100).trim()],
])('a long sentence of %s becomes captions of two lines, whole and in order', (_script, text) => {
  const texts = textsOf(text);
  expect(texts.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
  for (const one of texts) expect([...one.replaceAll(/\p{M}/gu, '')].length).toBeLessThanOrEqual(120);
  for (const one of texts) expect(one).not.toMatch(/^[,，、。]/);
  expect(texts.length).toBeGreaterThan(2);
});

test('speakers of any script, and signs that mean something in the formats, are written as they are', () => {
  const cues = captionCues([
    { text: 'a --> b & <c>', durationMs: 1_000, speaker: '克拉拉' },
    { text: 'مرحبا', durationMs: 500, speaker: 'د. سارة' },
    { text: 'Nobody in particular.', durationMs: 500 },
  ]);
  expect(toSrt(cues)).toBe(
    '1\n00:00:00,000 --> 00:00:01,000\n克拉拉: a → b & <c>\n\n' +
      '2\n00:00:01,000 --> 00:00:01,500\nد. سارة: مرحبا\n\n' +
      '3\n00:00:01,500 --> 00:00:02,000\nNobody in particular.\n',
  );
  expect(toVtt(cues)).toBe(
    'WEBVTT\n\n00:00:00.000 --> 00:00:01.000\n<v 克拉拉>a --&gt; b &amp; &lt;c&gt;</v>\n\n' +
      '00:00:01.000 --> 00:00:01.500\n<v د. سارة>مرحبا</v>\n\n' +
      '00:00:01.500 --> 00:00:02.000\nNobody in particular.\n',
  );
});

test('a text of signs or letters alone is captioned at once, and whole', () => {
  const begun = processorMs();
  for (const part of ['(', '!', 'a', 'a. ', 'Dr. ', '你', '“'])
    expect(textsOf(part.repeat(30_000)).join('').replaceAll(' ', '')).toBe(
      part.repeat(30_000).replaceAll(' ', ''),
    );
  expect(processorMs() - begun).toBeLessThan(20_000);
});

/** As the standard has it: a blank line between cues, times of two digits and more, a text without `-->` and bare signs. */
function strictCues(text: string): readonly { start: number; end: number }[] {
  const [head, ...blocks] = text.replace(/\n$/, '').split('\n\n');
  expect(head).toBe('WEBVTT');
  return blocks.map((block) => {
    const [times = '', ...lines] = block.split('\n');
    const match = /^(\d{2,}):([0-5]\d):([0-5]\d)\.(\d{3}) --> (\d{2,}):([0-5]\d):([0-5]\d)\.(\d{3})$/.exec(
      times,
    );
    expect(match, times).not.toBeNull();
    expect(lines).toHaveLength(1);
    expect(lines[0]?.replace(/^<v [^<>&]*(?:&(?:amp|lt|gt);[^<>&]*)*>(.*)<\/v>$/, '$1')).toMatch(
      /^(?:[^<>&]|&(?:amp|lt|gt);)+$/,
    );
    const [h = 0, m = 0, s = 0, ms = 0, ...to] = (match ?? []).slice(1).map(Number);
    const [toH = 0, toM = 0, toS = 0, toMs = 0] = to;
    return {
      start: ((h * 60 + m) * 60 + s) * 1_000 + ms,
      end: ((toH * 60 + toM) * 60 + toS) * 1_000 + toMs,
    };
  });
}

test('WebVTT is read by its rules: blank lines, arrows, tags, times beyond an hour, parts that hardly sound', () => {
  const cues = captionCues([
    {
      text: 'One\n\n--> two <i>&amp;</i>.\r\n\r\nNOTE nothing\n\nSTYLE',
      durationMs: 3_599_999,
      speaker: 'Zoë',
    },
    { text: 'So. Many. Short. Words. In. No. Time. At. All.', durationMs: 3 },
    { text: 'Nothing is heard.', durationMs: 0 },
    { text: 'The end of a long night.', durationMs: 400_000_000 },
  ]);
  const read = strictCues(toVtt(cues));
  expect(read).toHaveLength(cues.length);
  for (const { start, end } of read) expect(end).toBeGreaterThan(start);
  const starts = read.map(({ start }) => start);
  expect(starts).toEqual(starts.toSorted((one, other) => one - other));
  expect(read.at(-1)).toEqual({ start: 3_600_002, end: 403_600_002 });
});
