/**
 * What `npm run dev` passes to a host. Only a build of mode `development` reads it; from every other build these
 * branches are removed, so that no environment variable can lead a released app to another page or session.
 */
import { devServerSource, folderSource, type PageSource } from './page/source';

const isDevelopment = import.meta.env.MODE === 'development';

/** The page: built into `folder` or, while developing, from Vite's server. */
export function choosePage(folder: string): PageSource {
  const server = isDevelopment ? process.env.GATEHOUSE_DEV_SERVER : undefined;
  return server === undefined ? folderSource(folder) : devServerSource(server, fetch);
}

/** The session that outlives restarts of the browser host while developing. */
export const devSession = isDevelopment ? process.env.GATEHOUSE_DEV_SESSION : undefined;
