/** A thousand random requests to each route that makes media: always the documented answer, never a 5xx. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestSandbox, type TestSandbox } from '../support/sandbox';
import { readError, send } from '../support/sandbox-http';
import { soakTimes } from '../support/soak';

const RUNS = soakTimes(250, 1_000);

/** Has no credits: what would be valid is refused with 402 before it costs time. */
let poor: TestSandbox;
let rich: TestSandbox;
const internalErrors: unknown[] = [];

beforeAll(async () => {
  const onInternalError = (error: unknown) => internalErrors.push(error);
  const many = { callsPerMinute: 1e7, onInternalError };
  poor = await startTestSandbox({ ...many, initialCredits: 0 });
  rich = await startTestSandbox({ ...many, initialCredits: 1e6 });
});
afterAll(() => Promise.all([poor.close(), rich.close()]));

const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.lorem());

const images = fc.record(
  {
    model: fc.constantFrom('sandbox/aurora', 'sandbox/isometric', 'sandbox/poster'),
    prompt: anyText,
    n: fc.integer({ min: 1, max: 2 }),
    size: fc.constantFrom('512x512', 'auto'),
    seed: fc.maxSafeInteger(),
    output_format: fc.constantFrom('webp', 'jpeg'),
    response_format: fc.constantFrom('url', 'b64_json'),
  },
  { requiredKeys: ['model', 'prompt', 'size', 'output_format'] },
);
const speech = fc.record(
  {
    model: fc.constant('sandbox/narrator'),
    input: anyText,
    voice: fc.constantFrom('clara', 'ross', 'duncan', 'vera', 'pip', 'bruno', 'robin', 'dispatch'),
    response_format: fc.constantFrom('mp3', 'wav', 'opus', 'flac', 'pcm', 'ogg'),
    speed: fc.double({ min: 0.25, max: 4, noNaN: true }),
  },
  { requiredKeys: ['model', 'input'] },
);
const videos = fc.record(
  {
    model: fc.constantFrom('sandbox/kinograph', 'sandbox/kinograph-flaky'),
    prompt: anyText,
    duration: fc.double({ min: 1, max: 10, noNaN: true }),
    resolution: fc.constantFrom('480p', '720p', '1080p'),
    seed: fc.maxSafeInteger(),
    fail: fc.constantFrom('late', 'early', 'timeout', 'unknown_state'),
    fail_after: fc.double({ min: 0, max: 600, noNaN: true }),
  },
  { requiredKeys: ['model', 'prompt'] },
);

const routes: readonly [string, fc.Arbitrary<object>][] = [
  ['/images/generations', images],
  ['/audio/speech', speech],
  ['/videos/generations', videos],
];

async function expectRefusal(response: Response): Promise<void> {
  expect(response.status).toBeLessThan(500);
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(internalErrors).toEqual([]);
  await readError(response);
}

const refuse = async <Value>(
  arbitrary: fc.Arbitrary<Value>,
  path: string,
  bodyOf: (value: Value) => string | Uint8Array,
) => {
  await fc.assert(
    fc.asyncProperty(arbitrary, async (value) =>
      expectRefusal(await send(poor, { path, body: bodyOf(value) })),
    ),
    { numRuns: RUNS },
  );
};

describe.each(routes)('%s', (path, plausible) => {
  it(`answers ${RUNS} arbitrary JSON bodies`, async () => {
    await refuse(fc.json(), path, (body) => body);
  });

  it(`answers ${RUNS} requests that are valid except for any one field`, async () => {
    const field = plausible.chain((body) =>
      fc.constantFrom(...Object.keys(body), '__proto__', 'user', 'stream'),
    );
    await refuse(fc.tuple(plausible, field, fc.jsonValue()), path, ([body, name, value]) =>
      JSON.stringify(Object.fromEntries([...Object.entries(body), [name, value]])),
    );
  });

  it(`answers ${RUNS} requests with damaged text`, async () => {
    const damaged = fc.tuple(plausible, fc.nat(), fc.string({ maxLength: 3, unit: 'binary' }), fc.nat(5));
    await refuse(damaged, path, ([body, at, insert, remove]) => {
      const text = JSON.stringify(body);
      const place = at % text.length;
      return text.slice(0, place) + insert + text.slice(place + remove);
    });
  });
});

it('paints and speaks random requests', async () => {
  for (const [path, plausible] of routes.slice(0, 2)) {
    await fc.assert(
      fc.asyncProperty(plausible, async (body) => {
        const response = await send(rich, { path, body: JSON.stringify(body) });
        expect(internalErrors).toEqual([]);
        // Only a text with nothing to say is refused.
        if (response.status !== 200)
          expect(['prompt', 'input']).toContain((await readError(response)).error.param);
        else expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(100);
      }),
      { numRuns: soakTimes(15, 60) },
    );
  }
  const { balance, charged, held } = await rich.account();
  expect(held).toBe(0);
  expect(balance + charged).toBeCloseTo(1e6, 6);
});

it(`answers ${RUNS} arbitrary ids of jobs, queries of their list, and addresses of results`, async () => {
  const requests = fc.record({
    id: fc.oneof(fc.webPath(), fc.webFragments(), fc.constant('job_0')),
    query: fc.oneof(
      fc.webQueryParameters(),
      fc.nat().map((limit) => `limit=${limit}`),
    ),
    path: fc.constantFrom('/jobs', '/jobs/', '/../../outputs/'),
    range: fc.option(fc.string({ unit: fc.constantFrom(...'bytes=-0123456789,') }), { nil: null }),
  });
  await fc.assert(
    fc.asyncProperty(requests, async ({ id, query, path, range }) => {
      const address = path === '/jobs' ? `${path}?${query}` : `${path}${id}?${query}`;
      const response = await send(poor, { method: 'GET', path: address, headers: { range } });
      expect(response.status).toBeLessThan(500);
      expect(internalErrors).toEqual([]);
      if (response.status !== 200) await readError(response);
      else expect(await response.json()).toHaveProperty('gatehouse');
    }),
    { numRuns: RUNS },
  );
});
