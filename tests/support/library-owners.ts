/** Whether a package asks for everything that its binaries are linked against. */
import type { Machine } from './machine';

interface Installed {
  readonly provides: readonly string[];
  /** Each a choice of names, of which one is enough. */
  readonly depends: readonly (readonly string[])[];
}

/**
 * The libraries that the program's own binaries need from the system, and that neither the package nor anything it
 * depends on brings: on a machine with nothing else, the program would not start.
 * @param folder of the program
 */
export function unownedLibraries(machine: Machine, packageName: string, folder: string): readonly string[] {
  const asked = closure(readInstalled(machine), packageName);
  const libraries = linkedLibraries(machine, folder);
  const owners = ownersOf(machine, libraries.flatMap(places));
  return libraries.filter((library) => !places(library).some((place) => asked.has(owners.get(place) ?? '')));
}

/** Outside of the program's own folder; also the names of those that are not there at all. */
function linkedLibraries(machine: Machine, folder: string): readonly string[] {
  const script = `find ${folder} -type f \\( -perm /111 -o -name "*.node" \\) -exec ldd {} + 2>/dev/null`;
  const lines = machine.run(
    'bash',
    '-c',
    `${script} | xargs -n1 | grep -E "^/" | sort -u | xargs readlink -f`,
  ).stdout;
  const missing = machine.run('bash', '-c', `${script} | grep "not found" | sort -u`).stdout;
  const found = [...lines.split('\n'), ...missing.split('\n')].map((line) => line.trim()).filter(Boolean);
  return [...new Set(found)].filter((one) => !one.startsWith(folder));
}

/** dpkg knows a file by the name its package gave it, with or without `/usr`. */
const places = (library: string): readonly string[] => {
  const bare = library.replace(/^\/usr/, '');
  return [bare, `/usr${bare}`];
};

function ownersOf(machine: Machine, files: readonly string[]): ReadonlyMap<string, string> {
  const { stdout } = machine.run('dpkg', '-S', ...files);
  const pairs = stdout.split('\n').flatMap((line) => {
    const [, owner, file] = /^([^:\s,]+)[^/]*: (\/.*)$/.exec(line) ?? [];
    return owner === undefined || file === undefined ? [] : [[file, owner] as const];
  });
  return new Map(pairs);
}

function readInstalled(machine: Machine): ReadonlyMap<string, Installed> {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg fills in the fields.
  const format = '${Package}\\t${Provides}\\t${Pre-Depends}, ${Depends}\\n';
  const { stdout } = machine.run('dpkg-query', '-W', `-f=${format}`);
  return new Map(
    stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => {
        const [name = '', provides = '', depends = ''] = line.split('\t');
        return [name, { provides: choices(provides).flat(), depends: choices(depends) }];
      }),
  );
}

/** `a (>= 1) | b, c` as `[[a, b], [c]]`. */
function choices(text: string): readonly (readonly string[])[] {
  return text
    .split(',')
    .map((part) => part.split('|').flatMap((one) => /^\s*([a-z0-9][a-z0-9+.-]+)/.exec(one)?.[1] ?? []))
    .filter((names) => names.length > 0);
}

function closure(installed: ReadonlyMap<string, Installed>, start: string): ReadonlySet<string> {
  const found = new Set<string>();
  const providers = (name: string) =>
    installed.has(name)
      ? [name]
      : [...installed].filter(([, { provides }]) => provides.includes(name)).map(([one]) => one);
  const visit = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    const depends = installed.get(name)?.depends ?? [];
    for (const one of depends.flatMap((names) => names.flatMap(providers))) visit(one);
  };
  visit(start);
  return found;
}
