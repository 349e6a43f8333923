import { launchWeb, openApp, test } from '../support/app';
import { liveEarlier } from '../support/earlier';
import * as story from '../support/explore-story';

test('a person compares, is limited, reads the history, copies a call, finds a sentence, runs a batch and moves to another computer, with the keyboard alone', async ({
  home,
  page,
  context,
  browser,
}) => {
  test.setTimeout(900_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await liveEarlier(home, story.earlier);
  const web = await launchWeb({ home });
  await openApp(page, web.url);
  await test.step('three models answer one prompt, and one continues', () => story.compareThree(page));
  await test.step('a hard limit stops an expensive video', () => story.meetTheLimit(page, '5'));
  await test.step('yesterday’s spending is shown by model', () => story.readYesterday(page));
  await test.step('a failing call gives the same response in a terminal', () =>
    story.takeTheFailureAway(page));
  await test.step('a prompt is saved and run over five rows', () => story.runOverFive(page));
  await test.step('a sentence of last week is found', () => story.findLastWeek(page));
  const archive = await test.step('everything is exported', () => story.takeAlong(page));
  await test.step('and imported unchanged on another computer', async () => {
    const other = await launchWeb();
    const there = await (await browser.newContext()).newPage();
    await openApp(there, other.url);
    await story.bringBack(there, archive);
    await there.context().close();
    await other.stop();
  });
  await web.stop();
});
