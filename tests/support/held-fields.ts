import { releaseFields } from '../../shared/run/held-fields';
import type { TestCore } from './core';

/** Agrees to what an imported chat sends beside its form, as **Keep** in the run settings does. */
export async function keepHeld(app: TestCore, id: string): Promise<void> {
  const { model, settings } = await app.tell('conversations.get', { id });
  await app.tell('conversations.configure', { id, model, settings: releaseFields(settings) });
}
