/** Every step that a story can have, by its name. */
import { additionSteps } from './addition-steps';
import { archiveSteps } from './archive-steps';
import { batchSteps } from './batch-steps';
import { boardSteps } from './board-steps';
import { branchSteps } from './branch-steps';
import { cacheSteps } from './cache-steps';
import { chatSteps } from './chat-steps';
import { checkSteps } from './check-steps';
import { damageSteps } from './damage-steps';
import { dialogueSteps } from './dialogue-steps';
import { earlySteps } from './early-steps';
import { editSteps } from './edit-steps';
import { exactSteps } from './exact-steps';
import { experimentSteps } from './experiment-steps';
import { fetchSteps } from './fetch-steps';
import { inputSteps } from './input-steps';
import { jobSteps } from './job-steps';
import { jsonSteps } from './json-steps';
import { judgingSteps } from './judging-steps';
import { likenessSteps } from './likeness-steps';
import { modelSteps } from './model-steps';
import { otherSteps } from './other-steps';
import { pricedSteps } from './priced-steps';
import { profileSteps } from './profile-steps';
import { rareSteps } from './rare-steps';
import { savedToolSteps } from './saved-tool-steps';
import type { Act } from './step';
import { toolSteps } from './tool-steps';
import { unsettledSteps } from './unsettled-steps';
import { worldSteps } from './world-steps';

export const acts: Readonly<Record<string, Act>> = {
  ...chatSteps,
  ...branchSteps,
  ...toolSteps,
  ...jobSteps,
  ...fetchSteps,
  ...dialogueSteps,
  ...batchSteps,
  ...experimentSteps,
  ...additionSteps,
  ...judgingSteps,
  ...exactSteps,
  ...earlySteps,
  ...pricedSteps,
  ...cacheSteps,
  ...savedToolSteps,
  ...likenessSteps,
  ...otherSteps,
  ...checkSteps,
  ...editSteps,
  ...boardSteps,
  ...inputSteps,
  ...jsonSteps,
  ...profileSteps,
  ...modelSteps,
  ...archiveSteps,
  ...damageSteps,
  ...worldSteps,
  ...rareSteps,
  ...unsettledSteps,
};
