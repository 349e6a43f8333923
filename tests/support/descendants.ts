import { readFile } from 'node:fs/promises';

/** The processes that one has started, and those that they have. On Linux, where they are listed in `/proc`. */
export async function descendantsOf(parent: number): Promise<readonly number[]> {
  const listed = await readFile(`/proc/${parent}/task/${parent}/children`, 'utf8').catch(() => '');
  const children = listed.trim().split(' ').filter(Boolean).map(Number);
  return [...children, ...(await Promise.all(children.map(descendantsOf))).flat()];
}
