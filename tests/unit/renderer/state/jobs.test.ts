import { describe, expect, it } from 'vitest';
import { type CoreState, nothingReported } from '../../../../renderer/state/core/apply-event';
import type { Job } from '../../../../shared/media/jobs';
import { aJob, aMediaItem, aSnapshot } from '../../../support/records';
import { type Told, told } from '../../../support/told';

const given = (...news: Told[]): CoreState => news.reduce(told, nothingReported);
const changed = (job: Job): Told => ({ type: 'job.changed', job });
const paged = (...jobs: Job[]): Told => ({
  type: 'jobs.paged',
  modality: 'image',
  page: { jobs, nextCursor: 'c' },
});
const picture = aMediaItem({ id: 'm1' });
const done = aJob({ id: 'j1', media: [picture] });
const library = (isFirst: boolean, total: number, ...ids: string[]): Told => ({
  type: 'library.paged',
  filter: {},
  isFirst,
  page: { items: ids.map((id) => aMediaItem({ id })), nextCursor: null, total },
});
const removed = (...ids: string[]): Told => ({ type: 'media.removed', ids });

describe('jobs', () => {
  it('of the snapshot have their results', () => {
    const state = given({
      type: 'snapshot.taken',
      snapshot: aSnapshot({ jobs: { jobs: [done], nextCursor: null } }),
    });
    expect(state.jobs.j1).toBe(done);
    expect(state.media.m1).toBe(picture);
    expect(state.jobCursors).toEqual({});
  });

  it('of a page do not undo events that arrived meanwhile', () => {
    const state = given(changed(done), paged(aJob({ id: 'j1', status: 'running' }), aJob({ id: 'j0' })));
    expect(state.jobs.j1?.status).toBe('completed');
    expect(Object.keys(state.jobs).sort()).toEqual(['j0', 'j1']);
    expect(state.jobCursors).toEqual({ image: 'c' });
  });
});

describe('a result', () => {
  it('that was removed disappears everywhere, and no page on its way brings it back', () => {
    const state = given(changed(done), library(true, 1, 'm1'), removed('m1'), paged(done), library(true, 0));
    expect(state.media).toEqual({});
    expect(told(state, library(false, 1, 'm1')).media).toEqual({});
  });

  it('that was restored is in its job again and counted again', () => {
    const state = given(
      ...[changed(done), library(true, 1, 'm1'), removed('m1')],
      ...[changed(aJob({ id: 'j1' })), { type: 'media.changed', media: picture } as const],
    );
    expect(state.jobs.j1?.media).toEqual([picture]);
    expect(state.library).toMatchObject({ ids: ['m1'], total: 1 });
  });

  it('stays the same object when its job is reported again, unless it has changed', () => {
    const again = () => changed(aJob({ id: 'j1', media: [structuredClone(picture)] }));
    const starred = { ...picture, isStarred: true };
    expect(given(changed(done), again()).media.m1).toBe(picture);
    expect(given(changed(done), changed({ ...done, media: [starred] }), again()).media.m1).toEqual(picture);
  });

  it('that is renamed or starred changes in place', () => {
    const starred = { ...picture, isStarred: true };
    const state = given(changed(done), library(true, 1, 'm1'), { type: 'media.changed', media: starred });
    expect(state.media.m1).toBe(starred);
    expect(state.library?.isStale).toBe(false);
  });

  it('that is new makes the list of the library outdated', () => {
    expect(given(library(true, 0), changed(done)).library?.isStale).toBe(true);
    expect(given(library(true, 0), changed(aJob({ id: 'j1' }))).library?.isStale).toBe(false);
  });
});

describe('a page of the library', () => {
  it('continues where the last one ended, or starts again', () => {
    const state = given(library(true, 3, 'a', 'b'), library(false, 3, 'b', 'c'));
    expect(state.library?.ids).toEqual(['a', 'b', 'c']);
    expect(told(state, library(true, 1, 'z')).library?.ids).toEqual(['z']);
  });

  it('of a board that was asked for before the board changed is outdated, whatever is on show then', () => {
    const before = given(library(true, 2, 'a', 'b'));
    const after = told(before, { type: 'boards.changed' });
    const page = { ...library(true, 2, 'a', 'b'), filter: { board: 'covers' }, asOf: before } as Told;
    expect(told(after, page).library).toMatchObject({ ids: ['a', 'b'], isStale: true });
  });
});

describe('any of these events', () => {
  it('applied twice leaves the state as applied once', () => {
    let state = nothingReported;
    const news = [changed(done), library(true, 1, 'm1'), removed('m1'), paged(done)];
    for (const one of [...news, { type: 'media.changed', media: picture } as const]) {
      state = told(state, one);
      expect(told(state, one)).toEqual(state);
    }
  });
});
