import * as all from './limit.mjs';
import { limit } from './limit.mjs';
export const isLong = (output) => output.length > limit && all.limit === limit;
export default (output) => ({ pass: output.length > limit, score: output.length / 10, reason: 'length' });
