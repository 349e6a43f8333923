import {
  type AutomaticAnswer,
  exampleTools,
  type Tool,
  type ToolMock,
  toolNamePattern,
} from '../../../shared/run/tools';
import { readSchema } from '../schema/schema-field';

/** A tool as it is typed: its schema may be no JSON yet. */
export interface TypedTool {
  readonly key: number;
  readonly name: string;
  readonly description: string;
  readonly schema: string;
  readonly strict: boolean | undefined;
  readonly answer: string;
  readonly mocks: readonly ToolMock[];
  readonly automatic: readonly AutomaticAnswer[];
}

let keys = 0;
export const typed = (tool: Tool): TypedTool => {
  const { name, description = '', parameters, strict, answer = '', mocks = [], automatic = [] } = tool;
  keys += 1;
  const schema = JSON.stringify(parameters, null, 2);
  return { key: keys, name, description, schema, strict, answer, mocks, automatic };
};

export const newTool = (): TypedTool =>
  typed({ name: '', parameters: exampleTools.tools[0]?.parameters ?? {}, description: '' });

/** `null` where its name or its schema can't be sent. */
export function readTyped(tool: TypedTool): Tool | null {
  const { name, description, schema, strict, answer, mocks, automatic } = tool;
  const { schema: parameters, mistakes } = readSchema(schema);
  if (parameters === null || mistakes.length > 0 || !toolNamePattern.test(name)) return null;
  return {
    name,
    ...(description.trim() !== '' && { description }),
    parameters,
    ...(strict !== undefined && { strict }),
    ...(answer !== '' && { answer }),
    ...(mocks.length > 0 && { mocks: mocks.filter((mock) => mock.name !== '') }),
    ...(automatic.length > 0 && { automatic }),
  };
}
