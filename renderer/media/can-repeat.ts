import { EDITED_HERE } from '../../shared/media/edits';
import { type Job, UNKNOWN_MODEL, whyNotAgain } from '../../shared/media/jobs';

/** Whether the request of a result can be sent again; its job may not be in this window. */
export const canRepeat = (model: string, job: Job | undefined): boolean =>
  job === undefined ? canTakeSettings(model) : whyNotAgain(job) === null;

/** Whether a form can begin with what a result was made with. */
export const canTakeSettings = (model: string): boolean => model !== UNKNOWN_MODEL && model !== EDITED_HERE;
