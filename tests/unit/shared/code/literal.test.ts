import { execFileSync } from 'node:child_process';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { parseSync } from 'vite';
import { describe, expect, test } from 'vitest';
import { defaultPaths, embeddingsPath } from '../../../../electron/gateway/http/paths';
import {
  escapeUnsafe,
  json,
  python,
  shellQuote,
  typescript,
  writeLiteral,
} from '../../../../shared/code/literal';
import {
  jobPath,
  type OperationId,
  operations,
  type SnippetLanguage,
} from '../../../../shared/code/operations';
import { snippet } from '../../../../shared/code/snippet';
import { hasPython, hostileTexts, loneSurrogates, pythonPath } from '../../../support/run-snippet';

const anyText = fc.oneof(
  fc.constantFrom(...hostileTexts, ...loneSurrogates),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 })
    .map((units) => String.fromCharCode(...units)),
  fc.string({ unit: 'binary', maxLength: 30 }),
);
const anyJson = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    ...[
      anyText,
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
    ],
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(
      fc.oneof(anyText, fc.constantFrom('__proto__', 'class', 'a-b', 'constructor')),
      tie('value'),
      {
        maxKeys: 4,
      },
    ),
  ),
})).value;

/** Control characters but for line ends, separators, and marks of direction. */
const isObeyed = (code: number): boolean =>
  (code < 0x20 && code !== 0x0a) ||
  (code >= 0x7f && code <= 0x9f) ||
  (code >= 0x2028 && code <= 0x202e) ||
  (code >= 0x2066 && code <= 0x2069) ||
  code === 0xfeff;

/** As it is after a trip through JSON: `-0` is `0`, and all objects are alike. */
const wire = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const bodies = fc.array(
  fc.record({
    model: anyText,
    messages: fc.array(anyJson, { maxLength: 3 }),
    extra: anyJson,
    prompt: anyText,
  }),
  { minLength: 8, maxLength: 8 },
);

describe('a literal', () => {
  test('is the same value in JSON', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        expect(JSON.parse(writeLiteral(wire(value), json))).toEqual(wire(value));
      }),
      { numRuns: 300 },
    );
  });

  test('is the same value in JavaScript', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        const text = runInNewContext(`JSON.stringify((${writeLiteral(wire(value), typescript)}))`);
        expect(JSON.parse(text)).toEqual(wire(value));
      }),
      { numRuns: 200 },
    );
  });

  test.skipIf(!hasPython)('is the same value in Python', () => {
    fc.assert(
      fc.property(fc.array(anyJson, { minLength: 60, maxLength: 60 }), (values) => {
        const program = `import json\nprint(json.dumps([\n${values.map((value) => writeLiteral(wire(value), python)).join(',\n')}\n]))`;
        const text = execFileSync(pythonPath, ['-W', 'error', '-'], { input: program, encoding: 'utf8' });
        expect(JSON.parse(text)).toEqual(wire(values));
      }),
      { numRuns: 4 },
    );
  });

  test('contains no character that a terminal, a page or a reader would misinterpret', () => {
    for (const text of [...hostileTexts, ...loneSurrogates]) {
      for (const dialect of [json, typescript, python]) {
        const written = writeLiteral({ [text]: text }, dialect);
        const codes = [...written].map((character) => character.codePointAt(0) ?? 0);
        expect(codes.filter(isObeyed)).toEqual([]);
        expect(written).not.toContain('</');
        expect(written).toBe(written.toWellFormed());
      }
    }
    expect(escapeUnsafe('{"a":"b"}')).toBe('{"a":"b"}');
  });

  test('is formatted for reading', () => {
    const value = {
      model: 'm',
      messages: [{ role: 'user', content: 'x'.repeat(80) }],
      none: [],
      'a-b': null,
    };
    expect(writeLiteral(value, typescript)).toBe(
      `{\n  model: "m",\n  messages: [\n    {\n      role: "user",\n      content: "${'x'.repeat(80)}",\n    },\n  ],\n  none: [],\n  "a-b": null,\n}`,
    );
    expect(writeLiteral({ a: [1, true, null] }, typescript)).toBe('{ a: [1, true, null] }');
    expect(writeLiteral({ a: [1, true, null] }, python)).toBe('{"a": [1, True, None]}');
    expect(writeLiteral({ a: [1, true, null] }, json)).toBe('{"a": [1, true, null]}');
  });
});

/** Replaces curl: prints each argument, ended by a NUL, and what came on standard input. */
const printArguments = `curl() { for one in "$@"; do printf '%s\\0' "$one"; case $one in @-) cat; printf '\\0';; esac; done; }`;

function argumentsOf(script: string, shell = 'sh'): string[] {
  const env = { PATH: process.env.PATH, GATEHOUSE_API_KEY: 'k-from-env' };
  const printed = execFileSync(shell, [], {
    input: `${printArguments}\n${script}`,
    env,
    encoding: 'utf8',
    cwd: '/',
  });
  return printed.split('\0').slice(0, -1);
}

describe('in a shell', () => {
  test('a quoted text is one word, whatever it contains', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 30 }), (texts) => {
        const words = texts.map((text) => text.replaceAll('\0', '').toWellFormed());
        expect(argumentsOf(`curl ${words.map(shellQuote).join(' ')}`)).toEqual(words);
      }),
      { numRuns: 20 },
    );
  });

  test('a command passes exactly the body, and the key from the environment', () => {
    fc.assert(
      fc.property(bodies, (list) => {
        const request = {
          language: 'curl',
          operation: 'chat',
          stream: false,
          baseUrl: `https://x/it's/$(id)/api/v1/`,
        } as const;
        const scripts = list.map((body) => snippet({ ...request, body }));
        const given = argumentsOf(scripts.join('\n'));
        for (const [index, body] of list.entries()) {
          const [url, ...rest] = given.slice(index * 7, index * 7 + 7);
          expect(url).toBe(`https://x/it's/$(id)/api/v1/chat/completions`);
          expect(rest.slice(0, 5)).toEqual([
            ...[
              '--header',
              'Authorization: Bearer k-from-env',
              '--header',
              'Content-Type: application/json',
              '--data-raw',
            ],
          ]);
          expect(JSON.parse(rest[5] ?? '')).toEqual(wire(body));
          expect(rest[5]).not.toContain('!');
        }
        expect(given).toHaveLength(list.length * 7);
      }),
      { numRuns: 15 },
    );
  });

  test('a body too long for an argument is passed over standard input', () => {
    const body = { model: 'm', prompt: `${'x'.repeat(150_000)}'"$(id)\nJSON\n` };
    const given = argumentsOf(
      snippet({ language: 'curl', operation: 'images', baseUrl: 'https://x', body, stream: false }),
    );
    expect(given.at(-2)).toBe('@-');
    expect(JSON.parse(given.at(-1) ?? '')).toEqual(body);
  });
});

const all: readonly OperationId[] = ['chat', 'images', 'speech', 'videos', 'models', 'model', 'jobs', 'job'];
const every = (language: SnippetLanguage, body: Record<string, unknown>): string[] =>
  all.flatMap((operation) =>
    [true, false].map((stream) =>
      snippet({ language, operation, body, stream, baseUrl: 'http://127.0.0.1:1/api/v1' }),
    ),
  );

describe('a whole snippet', () => {
  test('is valid TypeScript and valid JavaScript, whatever the body contains', () => {
    fc.assert(
      fc.property(bodies, (list) => {
        for (const code of list.flatMap((body) => every('typescript', { ...body, voice: 'v', n: 2 }))) {
          expect(parseSync('call.ts', code).errors).toEqual([]);
          expect(parseSync('call.mjs', code).errors).toEqual([]);
        }
      }),
      { numRuns: 10 },
    );
  });

  test.skipIf(!hasPython)('is valid Python, whatever the body contains', () => {
    const compile = 'import json, sys\nfor code in json.load(sys.stdin): compile(code, "call.py", "exec")';
    fc.assert(
      fc.property(bodies, (list) => {
        const input = JSON.stringify(list.flatMap((body) => every('python', { ...body, input: 'x', n: 2 })));
        execFileSync(pythonPath, ['-W', 'error', '-c', compile], { input });
      }),
      { numRuns: 3 },
    );
  });

  test('contains no key and reads it from one variable', () => {
    for (const language of ['curl', 'typescript', 'python'] as const) {
      for (const code of every(language, { model: 'm', input: 'x', voice: 'v' }))
        expect(code).toContain('GATEHOUSE_API_KEY');
    }
  });

  test('uses the same paths as the client', () => {
    const { jobContent: _, ...paths } = defaultPaths;
    const ofOperations = Object.fromEntries(Object.entries(operations).map(([id, { path }]) => [id, path]));
    expect(ofOperations).toEqual({ ...paths, embeddings: embeddingsPath(paths.chat) });
    expect(jobPath).toBe(paths.job);
  });

  test('streams only if that was requested', () => {
    const code = (stream: boolean) =>
      snippet({
        language: 'curl',
        operation: 'chat',
        baseUrl: 'http://x',
        stream,
        body: { model: 'm', messages: [], stream: !stream, stream_options: { include_usage: true } },
      });
    expect(code(true)).toContain('"stream": true, "stream_options": {"include_usage": true}');
    expect(code(true)).toContain('--no-buffer');
    expect(code(false)).not.toContain('stream');
  });
});
