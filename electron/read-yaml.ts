import { parse, stringify } from 'yaml';

/**
 * Reads YAML, of which JSON is a part. Nothing in it becomes code or a type of its own. `<<: *name` puts the fields of what
 * it names in its place: YAML 1.2 has no such key, but the programs whose files are read here do.
 * @throws where it is none
 */
export const readYaml = (text: string): unknown => parse(text, { logLevel: 'error', merge: true }) as unknown;

/** Writes plain data; long lines are not folded, so that texts stay as they are. */
export const writeYaml = (value: unknown): string => stringify(value, { lineWidth: 0 });
