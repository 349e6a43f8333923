/** The story of `tree-story.ts` in a separate process, to be killed. FILES has its files as JSON. */
import { openProcessCore } from './process-core';
import { tellTree } from './tree-story';

const core = await openProcessCore(process.env);
process.send?.('open');
await tellTree(
  async (name, input) => {
    const answer = await core.call(name, input);
    if (!answer.ok) throw new Error(`${name}: ${answer.error.message}`);
    return answer.value as never;
  },
  JSON.parse(process.env.FILES ?? '{}'),
);
process.send?.('asked');
