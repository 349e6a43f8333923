/** What the models say, and the parts their tokens pass through. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StopFilter } from '../../electron/sandbox/chat/stop-filter';
import { loadTokenizer } from '../../electron/sandbox/tokens';
import { startTestSandbox, type TestSandbox } from '../support/sandbox';
import { chat } from '../support/sandbox-http';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox({ initialCredits: 10_000 });
});
afterAll(() => sandbox.close());

interface Reply {
  readonly choices: readonly {
    readonly message: { readonly content: string };
    readonly finish_reason: string;
  }[];
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number };
}
const ask = async (model: string, more: object = {}): Promise<Reply> => {
  const response = await chat(sandbox, { model: `sandbox/${model}`, ...more });
  expect(response.status).toBe(200);
  return (await response.json()) as Reply;
};
const textOf = async (model: string, more: object = {}): Promise<string> =>
  (await ask(model, more)).choices[0]?.message.content ?? '';

describe('sandbox/firehose', () => {
  it('returns as many tokens as requested, and ends with stop', async () => {
    for (const tokens of [1, 63, 64, 65, 1000]) {
      const { usage, choices } = await ask('firehose', { tokens });
      expect(usage.completion_tokens).toBe(tokens);
      expect(choices[0]?.finish_reason).toBe('stop');
    }
    expect((await ask('firehose')).usage.completion_tokens).toBe(400);
    expect((await ask('firehose', { tokens: 100, max_tokens: 99 })).choices[0]?.finish_reason).toBe('length');
  });

  it('is the same for the same seed, whole or streamed; a longer reply begins the same', async () => {
    const one = await textOf('firehose', { seed: 7, tokens: 500 });
    expect(await textOf('firehose', { seed: 7, tokens: 500 })).toBe(one);
    expect((await textOf('firehose', { seed: 7, tokens: 900 })).startsWith(one)).toBe(true);
    expect(await textOf('firehose', { seed: 8, tokens: 500 })).not.toBe(one);
    const events = await (
      await chat(sandbox, {
        ...{ model: 'sandbox/firehose', seed: 7, tokens: 500 },
        ...{ stream: true, tokens_per_second: 0 },
      })
    ).text();
    const pieces = [...events.matchAll(/^data: (\{.*)$/gm)].map(
      ([, json = '']) => JSON.parse(json).choices[0]?.delta.content ?? '',
    );
    expect(pieces.join('')).toBe(one);
  });

  it('contains many kinds of markdown', async () => {
    const text = await textOf('firehose', { tokens: 4000 });
    for (const kind of [/^## /m, /^- /m, /^```\w+\n/m, /^\|---/m, /^> /m, /^\$\$$/m])
      expect(text).toMatch(kind);
  });

  it('streams 50,000 tokens without a pause', async () => {
    const more = { model: 'sandbox/firehose', stream: true, tokens: 50_000, tokens_per_second: 0 };
    const text = await (await chat(sandbox, more)).text();
    expect(text).toContain('"completion_tokens":50000');
  });

  it('produces no more than its reader takes', async () => {
    const more = { model: 'sandbox/firehose', stream: true, tokens: 200_000, tokens_per_second: 0 };
    const response = await chat(sandbox, more);
    const held = async () => (await sandbox.account()).held;
    // 200,000 tokens would hold 2 credits: a reader that does not read leaves them unmade.
    const patience = { timeout: 15_000 };
    const made = async () => {
      const before = await held();
      await new Promise((resolve) => setTimeout(resolve, 150));
      return (await held()) - before;
    };
    await expect.poll(made, patience).toBe(0);
    expect(await held()).toBeGreaterThan(0);
    expect(await held()).toBeLessThan(1);
    await response.body?.cancel();
    await expect.poll(held, patience).toBe(0);
  });
});

describe('sandbox/markdown-tour', () => {
  it('shows every kind of markdown, after a sentence about the prompt', async () => {
    const text = await textOf('markdown-tour');
    expect(text).toMatch(/^You wrote ` hello `/);
    const languages = [...text.matchAll(/^```(\w+)$/gm)].map(([, language]) => language);
    expect(new Set(languages).size).toBeGreaterThanOrEqual(6);
    for (const kind of [
      /^# .+\n/m,
      /^ {3}- .+\n {5}- /m,
      /^1\. /m,
      /^- \[x\] /m,
      /^- \[ \] /m,
      /^\|:-/m,
      /\$\$Q = A/,
      /^\$\$\n/m,
      /^> > /m,
      /\[link with a title\]\(https:.* "/,
      /^!\[.+\]\(https:/m,
      /\[\^fish\]/,
      /^\[\^fish\]: /m,
      /~~.+~~/,
      /\*\*\*very\*\*\*/,
      /^---$/m,
      /[^\n]{800}/,
    ]) {
      expect(text).toMatch(kind);
    }
    expect(text.length).toBeGreaterThan(6000);
  });

  it('keeps the markdown of a prompt out of the tour', async () => {
    const messages = [{ role: 'user', content: '`` # not a heading `' }];
    expect(await textOf('markdown-tour', { messages })).toMatch(/^You wrote ``` `` # not a heading ` ```, /);
  });
});

describe('sandbox/eliza', () => {
  it('remembers, through the conversation in the request', async () => {
    const messages = [
      { role: 'user', content: 'My boat leaks' },
      { role: 'assistant', content: 'Your boat leaks?' },
      { role: 'user', content: 'Hm' },
    ];
    expect(await textOf('eliza', { messages })).toContain('your boat leaks');
  });
});

describe('the tokenizer', () => {
  it('splits a text into tokens that join to it, as many as it counts', async () => {
    const tokenizer = await loadTokenizer();
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 3000 }), (text) => {
        const pieces = [...tokenizer.split(text)];
        expect(pieces.join('')).toBe(text.toWellFormed());
        expect(tokenizer.count(text, Number.POSITIVE_INFINITY)).toBe(pieces.length);
      }),
    );
  });

  it('counts the same, also when it works in slices', async () => {
    const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
    const tokenizer = await loadTokenizer();
    const text =
      'The river carries, at dawn, 12 litres more than **anyone** expected.\n- so it does\n'.repeat(300);
    expect(tokenizer.count(text, 1e9)).toBe(countTokens(text));
  });

  it('stops counting above the limit, and treats special tokens as text', async () => {
    const tokenizer = await loadTokenizer();
    expect(tokenizer.count('word '.repeat(100), 99)).toBeNull();
    expect(tokenizer.count('<|endoftext|>', 100)).toBeGreaterThan(1);
  });
});

function feed(filter: StopFilter, pieces: readonly string[]): { sent: string; isStopped: boolean } {
  let sent = '';
  for (const piece of pieces) {
    const step = filter.push(piece);
    sent += step.text;
    if (step.isStopped) return { sent, isStopped: true };
  }
  return { sent: sent + filter.flush(), isStopped: false };
}

describe('the stop filter', () => {
  it('cuts the same text, however it is split', () => {
    const small = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 30 });
    const stops = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 4 }), {
      maxLength: 3,
    });
    fc.assert(
      fc.property(fc.array(small, { maxLength: 8 }), stops, (pieces, sequences) => {
        const { sent, isStopped } = feed(new StopFilter(sequences), pieces);
        const whole = pieces.join('');
        const places = sequences.map((stop) => whole.indexOf(stop)).filter((place) => place >= 0);
        expect(isStopped).toBe(places.length > 0);
        if (isStopped) expect(sequences.some((stop) => whole.slice(sent.length).startsWith(stop))).toBe(true);
        else expect(sent).toBe(whole);
        for (const stop of sequences) expect(sent).not.toContain(stop);
      }),
      { numRuns: 2000 },
    );
  });
});
