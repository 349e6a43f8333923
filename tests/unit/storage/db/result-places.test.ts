/** Where the results of a job are, as the database and an archive have it, those of earlier versions included. */
import { expect, it } from 'vitest';
import { jobs } from '../../../../electron/storage/archive/rows/job-rows';
import { readPlaces } from '../../../../electron/storage/db/result-places';

const digest = 'a1'.repeat(32);

const ofEarlier = [
  'https://files.test/one.png https://mirror.test/one.png',
  'kept:1',
  `kept:2:${digest}`,
  'held:3',
  'unusable:A table: it has 3 columns.',
];

const places = [
  { kind: 'url', urls: ['https://files.test/one.png', 'https://mirror.test/one.png'] },
  { kind: 'kept', position: 1 },
  { kind: 'kept', position: 2, digest },
  { kind: 'held', position: 3 },
  { kind: 'unusable', reason: 'A table: it has 3 columns.' },
];

it('reads the texts of earlier versions, and its own records', () => {
  expect(readPlaces(JSON.stringify(ofEarlier))).toEqual(places);
  expect(readPlaces(JSON.stringify(places))).toEqual(places);
});

it('takes both from an archive', () => {
  for (const stored of [ofEarlier, places])
    expect(JSON.parse(jobs.shape.output_urls.parse(JSON.stringify(stored)))).toEqual(places);
});

it('leaves each result in its place where an archive names one that is none', () => {
  const stored = ['file:///etc/passwd', { kind: 'kept', position: -1 }, 'kept:2', { kind: 'door' }];
  const read: unknown = JSON.parse(jobs.shape.output_urls.parse(JSON.stringify(stored)));
  const unusable = { kind: 'unusable', reason: expect.any(String) };
  expect(read).toEqual([unusable, unusable, { kind: 'kept', position: 2 }, unusable]);
});
