/** Where the page's files come from: the built folder or, while developing, Vite's server. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { getMimeType } from 'hono/utils/mime';

export interface PageFile {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
  /** True where the name holds a hash of the content, so that it may be cached forever. */
  readonly immutable: boolean;
}

export interface PageSource {
  /** The file for an address path such as `/assets/index-1a2b.js`; `null` where there is none. */
  read(pathname: string): Promise<PageFile | null>;
  /** The paths of all scripts that the page may load; absent while developing. */
  scripts?(): Promise<readonly string[]>;
  /** Set while developing: the address of the dev server's socket. */
  readonly devSocket?: string;
}

/**
 * The path of a file inside a folder, from the path of an address; `null` for anything that is not plainly inside it.
 * Refuses instead of cleaning up: a path that needs cleaning was not made by our page.
 */
function resolveInside(folder: string, pathname: string): string | null {
  const name = decode(pathname);
  if (name === null || !name.startsWith('/') || /[\\:\0]/.test(name)) return null;
  const parts = name.slice(1).split('/');
  if (parts.some((part) => part === '' || part.startsWith('.'))) return null;
  const file = path.join(folder, ...parts);
  return file.startsWith(folder + path.sep) ? file : null;
}

/** The built page. `/` is its `index.html`. */
export function folderSource(folder: string): PageSource {
  const root = path.resolve(folder);
  return {
    async read(pathname) {
      const file = resolveInside(root, pathname === '/' ? '/index.html' : pathname);
      if (file === null) return null;
      const body = await readFile(file).catch(() => null);
      if (body === null) return null;
      return {
        body: new Uint8Array(body),
        contentType: contentType(file),
        immutable: file.startsWith(path.join(root, 'assets') + path.sep),
      };
    },
    async scripts() {
      const names = await readdir(path.join(root, 'assets')).catch(() => []);
      return names.filter((name) => name.endsWith('.js')).map((name) => `/assets/${name}`);
    },
  };
}

/**
 * The page from Vite's dev server, requested through the host, so that the page keeps the origin, the policy and the
 * checks of a built one.
 * @param origin such as `http://127.0.0.1:5173`
 */
function devServerSource(origin: string, fetch: (url: string) => Promise<Response>): PageSource {
  return {
    devSocket: origin.replace(/^http/, 'ws'),
    async read(pathAndQuery) {
      const response = await fetch(origin + pathAndQuery).catch(() => null);
      if (response === null || !response.ok) return null;
      return {
        body: new Uint8Array(await response.arrayBuffer()),
        contentType: response.headers.get('content-type') ?? 'application/octet-stream',
        immutable: false,
      };
    },
  };
}

function decode(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return null;
  }
}

function contentType(file: string): string {
  return getMimeType(file) ?? 'application/octet-stream';
}

// What `npm run dev` passes to a host. Only a build of mode `development` reads it; from every other build
// these branches are removed, so that no environment variable can lead a released app to another page or
// session.

const isDevelopment = import.meta.env.MODE === 'development';

/** The page: built into `folder` or, while developing, from Vite's server. */
export function choosePage(folder: string): PageSource {
  const server = isDevelopment ? process.env.GATEHOUSE_DEV_SERVER : undefined;
  return server === undefined ? folderSource(folder) : devServerSource(server, fetch);
}

/** The session that outlives restarts of the browser host while developing. */
export const devSession = isDevelopment ? process.env.GATEHOUSE_DEV_SESSION : undefined;
