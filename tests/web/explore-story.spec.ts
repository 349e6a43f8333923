import { launchWeb, openApp, test } from '../support/app';
import { liveEarlier } from '../support/earlier';
import * as story from '../support/explore-story';

test('a person compares, is guarded, reads the past, takes a call away, finds a sentence, runs a prompt over a table and moves to another computer, by keyboard alone', async ({
  home,
  page,
  context,
  browser,
}) => {
  test.setTimeout(300_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await liveEarlier(home, story.earlier);
  const web = await launchWeb({ home });
  await openApp(page, web.url);
  await test.step('three models answer one prompt, and one goes on', () => story.compareThree(page));
  await test.step('a hard limit stops a dear video', () => story.meetTheLimit(page, '5'));
  await test.step('yesterday’s spending is read by model', () => story.readYesterday(page));
  await test.step('a failing call gives the same answer in a terminal', () => story.takeTheFailureAway(page));
  await test.step('a prompt is kept and run over five rows', () => story.runOverFive(page));
  await test.step('a sentence of last week is found', () => story.findLastWeek(page));
  const archive = await test.step('everything is taken along', () => story.takeAlong(page));
  await test.step('and stands on another computer as it was', async () => {
    const other = await launchWeb();
    const there = await (await browser.newContext()).newPage();
    await openApp(there, other.url);
    await story.bringBack(there, archive);
    await there.context().close();
    await other.stop();
  });
  await web.stop();
});
