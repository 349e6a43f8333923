import { buildPrograms } from './programs';

/** Once, before the first worker starts: several of them would build the same programs at the same time. */
export const setup = async (): Promise<void> => {
  await buildPrograms();
};
