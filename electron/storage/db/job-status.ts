import { unfinishedStatuses } from '../../../shared/media/jobs';

/** A job, or a part of one, that has not ended yet. */
export const IS_UNFINISHED = `status IN (${unfinishedStatuses.map((status) => `'${status}'`).join(', ')})`;
