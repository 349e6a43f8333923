import { exampleTools, type Tool, toolNamePattern } from '../../../shared/run/tools';
import { readJsonObject } from '../../lib/json-place';

/** A tool as it is typed: its schema may be no JSON yet. */
export interface TypedTool {
  readonly key: number;
  readonly name: string;
  readonly description: string;
  readonly schema: string;
  readonly strict: boolean | undefined;
  readonly answer: string;
}

let keys = 0;
export const typed = ({ name, description = '', parameters, strict, answer = '' }: Tool): TypedTool => {
  keys += 1;
  return { key: keys, name, description, schema: JSON.stringify(parameters, null, 2), strict, answer };
};

export const newTool = (): TypedTool =>
  typed({ name: '', parameters: exampleTools.tools[0]?.parameters ?? {}, description: '' });

/** `null` where its name or its schema can't be sent. */
export function readTyped({ name, description, schema, strict, answer }: TypedTool): Tool | null {
  const reading = readJsonObject(schema);
  if (!reading.ok || !toolNamePattern.test(name)) return null;
  return {
    name,
    ...(description.trim() !== '' && { description }),
    parameters: reading.value,
    ...(strict !== undefined && { strict }),
    ...(answer !== '' && { answer }),
  };
}
