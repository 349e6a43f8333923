import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileBytesAtMost, quotedAs, quoteFile } from '../../../../renderer/features/chat/composer/quote-file';
import { markedParts } from '../../../../renderer/lib/marked-parts';
import { takesParameter } from '../../../../renderer/lib/usable-parameters';
import { directionFor } from '../../../../renderer/parts/composer/direction';
import { readStop, stopText } from '../../../../renderer/parts/run-settings/text-setting-field';

const file = (name: string, content: string | Uint8Array<ArrayBuffer>) => new File([content], name);

describe('a quoted file', () => {
  it('can’t be closed by anything inside, whatever it contains', async () => {
    const text = fc.string({ unit: fc.constantFrom('`', '\n', 'a', '~', ' '), maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(text, async (content) => {
        const quoted = await quoteFile(file('a.md', content));
        if (!quoted.ok) throw new Error(quoted.refusal);
        const fence = /^`a\.md`:\n\n(`{3,})md\n/.exec(quoted.text)?.[1] ?? '';
        expect(content.includes(fence)).toBe(false);
        expect(quoted.text.endsWith(`\n${fence}\n`)).toBe(true);
      }),
    );
  });

  it('may be nothing but backticks in single file', async () => {
    const quoted = await quoteFile(file('a.md', '`a'.repeat(fileBytesAtMost / 2)));
    expect(quoted).toMatchObject({ ok: true, text: expect.stringMatching(/^`a\.md`:\n\n```md\n/) });
  });

  it('is refused if it is too large or binary', async () => {
    const large = await quoteFile(file('big.txt', 'x'.repeat(fileBytesAtMost + 1)));
    expect(large).toMatchObject({ ok: false, refusal: expect.stringContaining('256 kB') });
    expect((await quoteFile(file('nul.txt', 'a\0b'))).ok).toBe(false);
  });

  it('in an old encoding is quoted by a guess, which can be changed', async () => {
    const bytes = new Uint8Array(Buffer.from('Größe und Äpfel', 'latin1'));
    const quoted = await quoteFile(file('old.txt', bytes));
    if (!quoted.ok || quoted.guess === null) throw new Error('no guess');
    expect(quoted.text).toContain('Größe und Äpfel');
    expect(quoted.guess).toMatchObject({ encoding: 'Windows-1252', text: quoted.text });
    expect(quotedAs(quoted.guess, 'Windows-1251').text).toContain('GrцЯe');
    expect((await quoteFile(file('new.txt', 'Größe'))) as object).toMatchObject({ guess: null });
  });

  it('has a name that can’t break out of its code block', async () => {
    const quoted = await quoteFile(file('a`\n# b.txt', 'x'));
    expect(quoted).toMatchObject({ ok: true, text: expect.stringMatching(/^`a {2}# b\.txt`:\n\n```txt\nx/) });
  });
});

describe('the direction of a text', () => {
  it('is that of its first letter', () => {
    expect(directionFor('123 שלום hello')).toBe('rtl');
    expect(directionFor('مرحبا')).toBe('rtl');
    expect(directionFor('hello שלום')).toBeUndefined();
    expect(directionFor('12 + 3')).toBeUndefined();
  });
});

describe('stop sequences', () => {
  it('are restored as typed, including characters that a line can’t contain', () => {
    const sequences = fc.array(fc.string({ minLength: 1, maxLength: 20 }), { maxLength: 4 });
    fc.assert(
      fc.property(sequences, (value) => {
        const kept = value.map((one) => one.replaceAll('\r', ' '));
        expect(readStop(stopText(kept))).toEqual({ ok: true, value: kept });
      }),
    );
    expect(readStop('END\n\\n\\nUser:')).toEqual({ ok: true, value: ['END', '\n\nUser:'] });
  });

  it('name the line that is wrong', () => {
    expect(readStop('a\nb\nc\nd\ne')).toMatchObject({ mistake: 'Line 5: at most 4 are sent' });
    expect(readStop(`a\n${'b'.repeat(201)}`)).toMatchObject({ mistake: 'Line 2: at most 200 characters' });
  });
});

describe('what a model accepts', () => {
  it('is anything if it lists nothing', () => {
    expect(takesParameter(undefined, 'seed')).toBe(true);
    expect(takesParameter({ raw: { id: 'm', gatehouse: { capabilities: {} } } }, 'seed')).toBe(true);
  });

  it('is what it lists, wherever the list is', () => {
    const raw = {
      gatehouse: { capabilities: { supported_parameters: ['temperature', 'max_completion_tokens'] } },
    };
    expect(takesParameter({ raw }, 'temperature')).toBe(true);
    expect(takesParameter({ raw }, 'max_tokens')).toBe(true);
    expect(takesParameter({ raw }, 'seed')).toBe(false);
  });
});

describe('a snippet', () => {
  it('consists of the match and the text around it', () => {
    expect(markedParts('…the \u0002needle\u0003 \u0002lies\u0003')).toEqual([
      { text: '…the ', isMarked: false },
      { text: 'needle', isMarked: true },
      { text: ' ', isMarked: false },
      { text: 'lies', isMarked: true },
    ]);
    expect(markedParts('plain')).toEqual([{ text: 'plain', isMarked: false }]);
  });
});
