import { launchWeb, openApp, test } from '../support/app';
import { liveEarlier } from '../support/earlier';
import {
  compareThree,
  earlier,
  findLastWeek,
  meetTheLimit,
  readYesterday,
  takeTheFailureAway,
} from '../support/explore-story';

test('a person compares, is guarded, reads the past, takes a call away and finds a sentence, by keyboard alone', async ({
  home,
  page,
  context,
}) => {
  test.setTimeout(240_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await liveEarlier(home, earlier);
  const web = await launchWeb({ home });
  await openApp(page, web.url);
  await test.step('three models answer one prompt, and one goes on', () => compareThree(page));
  await test.step('a hard limit stops a dear video', () => meetTheLimit(page, '5'));
  await test.step('yesterday’s spending is read by model', () => readYesterday(page));
  await test.step('a failing call gives the same answer in a terminal', () => takeTheFailureAway(page));
  await test.step('a sentence of last week is found', () => findLastWeek(page));
  await web.stop();
});
