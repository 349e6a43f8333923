/** Definitions of tools as people have them elsewhere: OpenAI's, Anthropic's, Gemini's, or the operations of an OpenAPI document. */

import { wordOf } from '../text/word-of';
import type { JsonSchema } from './response-format';
import { type Tool, toolNamePattern } from './tools';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const noArguments: JsonSchema = { type: 'object', properties: {} };

/**
 * The tools that a pasted text defines: a list, a whole request body, one definition, or an OpenAPI document in JSON.
 * @returns none where the text is no JSON or defines no tool
 */
export function readTools(text: string): readonly Tool[] {
  try {
    return toolsIn(JSON.parse(text) as unknown);
  } catch {
    return [];
  }
}

function toolsIn(value: unknown): readonly Tool[] {
  if (Array.isArray(value)) return value.flatMap(toolsIn);
  if (!isRecord(value)) return [];
  if (isRecord(value.paths)) return operationsIn(value.paths, value);
  const list = value.tools ?? value.functionDeclarations ?? value.function_declarations;
  if (Array.isArray(list)) return list.flatMap(toolsIn);
  return [definition(isRecord(value.function) ? value.function : value)].flatMap((tool) => tool ?? []);
}

function definition(value: Readonly<Record<string, unknown>>): Tool | null {
  const { name, description, strict } = value;
  const parameters = value.parameters ?? value.input_schema ?? value.inputSchema ?? noArguments;
  if (typeof name !== 'string' || !toolNamePattern.test(name) || !isRecord(parameters)) return null;
  return {
    name,
    ...(typeof description === 'string' && { description }),
    parameters,
    ...(typeof strict === 'boolean' && { strict }),
  };
}

const methods = ['get', 'put', 'post', 'delete', 'patch'];

/** Each operation of an OpenAPI document, with its parameters and the fields of its JSON body as arguments. */
function operationsIn(
  paths: Readonly<Record<string, unknown>>,
  document: Readonly<Record<string, unknown>>,
): readonly Tool[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = isRecord(item) ? item[method] : undefined;
      if (!isRecord(operation)) return [];
      const name = nameOf(operation.operationId ?? `${method}${path}`);
      const description = operation.description ?? operation.summary;
      const shared = isRecord(item) && Array.isArray(item.parameters) ? item.parameters : [];
      const tool = { name, description, parameters: argumentsOf(operation, shared, document) };
      return [definition(tool)].flatMap((one) => one ?? []);
    }),
  );
}

const nameOf = (text: unknown): string =>
  wordOf(text)
    .replace(/[^a-zA-Z0-9_-]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 64);

function argumentsOf(
  operation: Readonly<Record<string, unknown>>,
  shared: readonly unknown[],
  document: Readonly<Record<string, unknown>>,
): JsonSchema {
  const own = Array.isArray(operation.parameters) ? operation.parameters : [];
  const named = [...shared, ...own].map((one) => resolved(one, document)).filter(isRecord);
  const properties = Object.fromEntries(
    named.map(({ name, schema, description }) => [
      wordOf(name),
      { ...(isRecord(schema) ? schema : {}), ...(typeof description === 'string' && { description }) },
    ]),
  );
  const body = bodySchema(resolved(operation.requestBody, document), document);
  const fields = isRecord(body.properties) ? body.properties : {};
  const required = [
    ...named.flatMap(({ name, required: isNeeded }) => (isNeeded === true ? [wordOf(name)] : [])),
    ...(Array.isArray(body.required) ? body.required.map(wordOf) : []),
  ];
  return {
    type: 'object',
    properties: { ...properties, ...fields },
    ...(required.length > 0 && { required }),
  };
}

function bodySchema(
  body: unknown,
  document: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const content = isRecord(body) && isRecord(body.content) ? body.content['application/json'] : undefined;
  const schema = isRecord(content) ? resolved(content.schema, document) : undefined;
  return isRecord(schema) ? schema : {};
}

/** What a reference inside the document names; anything else is itself. */
function resolved(value: unknown, document: Readonly<Record<string, unknown>>): unknown {
  if (!isRecord(value) || typeof value.$ref !== 'string' || !value.$ref.startsWith('#/')) return value;
  const steps = value.$ref.slice(2).split('/');
  return steps.reduce<unknown>(
    (at, step) => (isRecord(at) && Object.hasOwn(at, step) ? at[step] : undefined),
    document,
  );
}
