/** The pictures that videos begin and end with: files in the data folder until their job has ended. */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const frameNames = ['firstFrame', 'lastFrame'] as const;
export type FrameName = (typeof frameNames)[number];
export type GivenFrames = Readonly<Partial<Record<FrameName, Uint8Array>>>;

export class Frames {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
  }

  store(jobId: string, frames: GivenFrames): void {
    for (const name of frameNames) {
      const bytes = frames[name];
      if (bytes !== undefined) writeFileSync(this.#pathOf(jobId, name), bytes);
    }
  }

  /** Of those that were given. */
  pathsOf(jobId: string): Readonly<Partial<Record<FrameName, string>>> {
    const paths = frameNames.map((name) => [name, this.#pathOf(jobId, name)] as const);
    return Object.fromEntries(paths.filter(([, path]) => existsSync(path)));
  }

  remove(jobId: string): void {
    for (const name of frameNames) rmSync(this.#pathOf(jobId, name), { force: true });
  }

  /** Deletes what belongs to none of these jobs. */
  keepOnly(jobIds: readonly string[]): void {
    const kept = new Set(jobIds.flatMap((id) => frameNames.map((name) => `${id}-${name}`)));
    for (const name of readdirSync(this.#folder))
      if (!kept.has(name)) rmSync(join(this.#folder, name), { force: true });
  }

  #pathOf(jobId: string, name: FrameName): string {
    return join(this.#folder, `${jobId}-${name}`);
  }
}
