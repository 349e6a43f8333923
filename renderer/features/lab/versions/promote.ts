import type { Envelope } from '../../../../shared/errors';
import type { Variant } from '../../../../shared/lab/experiment';
import { call } from '../../../link/call';

/** The version of a variant becomes the one in use; a text that is no version yet is saved as the newest. */
export async function promoteTemplate(
  promptId: string,
  { template, promptVersion, label }: Variant,
): Promise<Envelope<null>> {
  if (promptVersion !== null)
    return call('prompts.promote', { id: promptVersion.promptId, version: promptVersion.version });
  const prompt = await call('prompts.get', { id: promptId });
  if (!prompt.ok) return prompt;
  const { name, tags } = prompt.value;
  return call('prompts.save', { id: promptId, name, tags: [...tags], text: template, note: label });
}
