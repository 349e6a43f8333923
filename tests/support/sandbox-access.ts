/** The embedded gateway of a running app, asked past the app. */
import type { Page } from 'playwright/test';
import { SANDBOX_PROFILE_ID } from '../../shared/profiles/sandbox-profile';
import { command } from './command';

export { readAccount, type SandboxAccount } from './sandbox';

/** Where it answers until the app ends, and the key of this start. */
export async function sandboxAccess(page: Page): Promise<{ baseUrl: string; key: string }> {
  // Its key is told once it answers, and only then has it an address.
  const { key } = await command(page, 'sandbox.key', {});
  const { profiles } = await command(page, 'app.snapshot', {});
  return { key, baseUrl: profiles.find(({ id }) => id === SANDBOX_PROFILE_ID)?.baseUrl ?? '' };
}
