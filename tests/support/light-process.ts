/** The story of `light-story.ts` in a separate process, to be killed. FILES has its files as JSON. */
import { tellLight } from './light-story';
import { openProcessCore } from './process-core';

const core = await openProcessCore(process.env);
process.send?.('open');
await tellLight(
  async (name, input) => {
    const answer = await core.call(name, input);
    if (!answer.ok) throw new Error(`${name}: ${answer.error.message}`);
    return answer.value as never;
  },
  { ...JSON.parse(process.env.FILES ?? '{}'), home: process.env.HOME_FOLDER ?? '' },
);
process.send?.('asked');
