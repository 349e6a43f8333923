/** How long to wait before code that could not be loaded is asked for again, such as while the host restarts. */
const retryMs = 1_000;

/** Loads code that the page works without until it is there; asks again until it succeeds, and never rejects. */
export async function untilLoaded<Module>(load: () => Promise<Module>): Promise<Module> {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }
}
