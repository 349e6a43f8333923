import type { PromptVersionRef } from '../../../../shared/lab/experiment';
import { call } from '../../../link/call';
import { useAnswer } from '../../../state/use-answer';

/** Which version of which saved prompt an answer was asked with; the prompt may be gone since. */
export function VersionOfPrompt({ version: { promptId, version } }: { version: PromptVersionRef }) {
  const { value, error } = useAnswer(() => call('prompts.get', { id: promptId }), [promptId]);
  const name = error === null ? `“${value?.name ?? '…'}”` : 'a deleted prompt';
  return (
    <p className="mb-1 text-sm [overflow-wrap:anywhere]">
      Version {version} of <bdi>{name}</bdi>
    </p>
  );
}
