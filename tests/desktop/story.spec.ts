import { type RunningDesktop, test } from '../support/desktop';
import { liveTheStory } from '../support/story';

test('images, speech and videos survive a restart, are charged once and are in the folder', async ({
  home,
  launch,
}) => {
  test.setTimeout(300_000);
  let desktop: RunningDesktop | null = null;
  await liveTheStory({
    home,
    async start() {
      desktop = await launch();
      return desktop.window;
    },
    quit: async () => await desktop?.stop(),
    kill: async () => await desktop?.kill(),
  });
});
