import { launchWeb, openApp, type RunningWeb, test } from '../support/app';
import { liveTheStory } from '../support/story';

test('images, speech and videos survive a restart, are charged once and are in the folder', async ({
  home,
  page,
}) => {
  test.setTimeout(900_000);
  let web: RunningWeb | null = null;
  await liveTheStory({
    home,
    async start() {
      web = await launchWeb({ home });
      await openApp(page, web.url);
      return page;
    },
    quit: async () => void (await web?.stop()),
    kill: async () => await web?.kill(),
  });
});
