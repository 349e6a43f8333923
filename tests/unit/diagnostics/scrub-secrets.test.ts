import { expect, it, test } from 'vitest';
import { scrub } from '../../../electron/diagnostics/log-file';
import { processorMs } from '../../support/processor-time';

const BODY = 'Ab1Cd2Ef3Gh4Ij5Kl6Mn7';

test.each([
  ...[
    'sk-',
    'sk-or-v1-',
    'sk-ant-api03-',
    'sk-proj-',
    'pk_live_',
    'gsk_',
    'hf_',
    'xai-',
    'AIzaSy',
    'ghp_',
    'gho_',
  ],
  ...[
    'github_pat_11A_',
    'glpat-',
    'AKIA',
    'ASIA',
    'r8_',
    'pplx-',
    'nvapi-',
    'eyJhbGciOiJIUzI1NiJ9.',
    'ya29.',
    'xoxb-',
    'vck_',
  ],
  ...['Bearer ', 'basic ', 'api_key=', 'x-api-key: ', 'X-Amz-Signature=', 'https://u:', 'postgres://u:p'],
])('a key that begins with %s is not in the log', (beginning) => {
  const isUser = beginning.includes('://');
  const line = `the call failed: ${beginning}${BODY}${isUser ? '@host/v1' : ''}, try again`;
  expect(scrub(line, '/home/ada')).not.toContain(BODY.slice(0, 8));
  expect(scrub(line, '/home/ada')).toContain('try again');
  expect(scrub(`(${line})`.replace('failed: ', 'failed:\n'), '/home/ada')).not.toContain(BODY.slice(0, 8));
});

test('a key of fal.ai is not in the log', () => {
  const line = 'refused Key 1b4e28ba-2fa1-11d2-883f-0016d3cca427:9f8e7d6c5b4a39281706f5e4d3c2b1a0 here';
  expect(scrub(line, '/home/ada')).toBe('refused Key … here');
});

test.each([
  `the call failed: Bearer%20${BODY}`,
  `the call failed: {\\"api_key\\":\\"${BODY}\\"}`,
  `the call failed: {\\\\\\"x-api-key\\\\\\" : \\\\\\"${BODY}\\\\\\"}`,
  `the call failed: Set-Cookie: session=${BODY}; Path=/`,
  `the call failed: cookie: a=b; c=${BODY}`,
])('the secret of %s is not in the log', (line) =>
  expect(scrub(line, '/home/ada')).not.toContain(BODY.slice(0, 8)),
);

test.each([
  'profiles.saveKey: ok, 12 ms',
  'job 1b4e28ba-2fa1-11d2-883f-0016d3cca427: completed',
  'a secret query parameter was not moved to the keychain: it does not answer',
  'updates: risk-free, desk-top-publishing, monkey_business',
  'reading the catalogue failed: no_key',
])('%s stays as it is', (line) => expect(scrub(line, '/home/ada')).toBe(line));

/** In milliseconds, the least of a few. */
function leastTime(line: string): number {
  const taken = Array.from({ length: 3 }, () => {
    const begun = processorMs();
    scrub(line, '/home/ada');
    return processorMs() - begun;
  });
  return Math.min(...taken);
}

it('takes time in proportion to the length of the line', () => {
  for (const part of ['"\\', '“', 'sk-', 'key', 'https://', 'eyJ.', '-', 'a:', "'"]) {
    const [short, long] = [200_000, 2_000_000].map((length) => part.repeat(length / part.length));
    // Ten times as much takes a hundred times as long where each place is compared with all others.
    const taken = leastTime(long ?? '');
    expect(taken, part).toBeLessThan(1_000);
    expect(taken, part).toBeLessThan(40 * Math.max(leastTime(short ?? ''), 10));
  }
});
