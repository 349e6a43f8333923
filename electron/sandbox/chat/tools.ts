/** The functions of a request, and which of them a reply has to call. */
import { z } from 'zod';
import { invalidRequest } from '../errors';

const named = z.looseObject({ name: z.string().min(1).max(200) });

const described = named.extend({ parameters: z.record(z.string(), z.unknown()).nullish() });

const tool = z
  .looseObject({ type: z.string(), function: described.optional() })
  .refine(({ type, function: of }) => type !== 'function' || of !== undefined, {
    error: 'is required',
    path: ['function'],
  });

const choice = z.looseObject({
  type: z.string(),
  function: named.optional(),
  allowed_tools: z
    .looseObject({
      mode: z.enum(['auto', 'required']),
      tools: z.array(z.looseObject({ function: named.optional() })).min(1),
    })
    .optional(),
});

/** Fields of a body. Tools of other types than functions are taken, and never called. */
export const toolFields = {
  tools: z.array(tool).max(1_024).nullish(),
  tool_choice: z.union([z.enum(['none', 'auto', 'required']), choice]).nullish(),
  /** As functions were called before there were tools. */
  functions: z.array(described).max(1_024).nullish(),
  function_call: z.union([z.enum(['none', 'auto']), named]).nullish(),
};

const toolRequest = z.looseObject(toolFields);
export type ToolRequest = z.infer<typeof toolRequest>;

export interface CalledTool {
  readonly name: string;
  /** JSON Schema of its arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Called by the field `function_call`, as before there were tools. */
  readonly isLegacy: boolean;
}

/** In the order of the request. */
export function functionsOf({ tools, functions }: ToolRequest): readonly CalledTool[] {
  const called = ({ name, parameters }: z.infer<typeof described>, isLegacy: boolean): CalledTool => ({
    name,
    isLegacy,
    parameters: parameters ?? { type: 'object', properties: {} },
  });
  return [
    ...(tools ?? []).flatMap((one) => (one.function === undefined ? [] : [called(one.function, false)])),
    ...(functions ?? []).map((one) => called(one, true)),
  ];
}

/**
 * The function that a reply must call by `tool_choice` or `function_call`; `null` where the model decides.
 * @throws ApiError 400 where the request doesn't have it
 */
export function demandedTool(request: ToolRequest): CalledTool | null {
  const { tool_choice: chosen, function_call: call } = request;
  const functions = functionsOf(request);
  if (typeof call === 'object' && call !== null) return found(functions, call.name, 'function_call');
  if (chosen === 'required')
    return functions[0] ?? missing('tool_choice', 'the request has no functions in "tools"');
  if (typeof chosen !== 'object' || chosen === null) return null;
  const { allowed_tools: allowed } = chosen;
  if (allowed?.mode === 'auto') return null;
  return found(functions, (allowed?.tools[0] ?? chosen).function?.name, 'tool_choice');
}

function found(functions: readonly CalledTool[], name: string | undefined, param: string): CalledTool {
  if (name === undefined)
    return missing(param, 'must name a function; tools of other types are not called here');
  const one = functions.find((each) => each.name === name);
  return one ?? missing(param, `"${name}" is not among the functions of the request`);
}

function missing(param: string, why: string): never {
  throw invalidRequest(`${param}: ${why}`, param);
}
