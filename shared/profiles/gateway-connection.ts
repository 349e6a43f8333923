/** How a profile reaches its gateway, other than address and key. Secret values are never part of it. */
import { z } from 'zod';
import { gatewayIds, pathNames } from '../gateways/ids';
import { moneyUnits } from '../money/money-units';
import { connectionLimits, headerProblem } from './connection-rules';
import { maxTimeLimitSeconds } from './time-limits';

const headerName = z
  .string()
  .trim()
  .max(100)
  .superRefine((name, context) => {
    const message = headerProblem(name);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });

/** What a header can carry on one line; a line break would begin another header. */
const headerValueSchema = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(8_000)
  .regex(/^[\x20-\x7e]+$/, 'must be printable ASCII on one line');

/** The values of a profile's secret headers, by name in lower case. */
export const secretHeadersSchema = z.record(z.string(), headerValueSchema);

const header = z.strictObject({
  name: headerName,
  isSecret: z.boolean(),
  /** `null` for a secret one: its value is in the keychain. */
  value: headerValueSchema.nullable(),
});

const parameterText = z.string().max(2_000);
const parameter = z.strictObject({
  name: parameterText.trim().min(1, 'must not be empty').max(100),
  /** By its name where left out: see `credential-names.ts`. */
  isSecret: z.boolean().optional(),
  /** `null` for a secret one: its value is in the keychain. */
  value: parameterText.nullable(),
});

/** The values of a profile's secret query parameters, by name in lower case. */
export const secretQuerySchema = z.record(z.string(), parameterText);

/**
 * Relative to the base URL, or with `~/` to its root without the version. It may hold `{model}`, a query, and for a job
 * the method that asks for it, such as `POST /video/status?requestId={id}`.
 */
const path = z
  .string()
  .trim()
  .max(500)
  .regex(
    /^(?:(?:GET|POST) )?~?\/[^\s?#\\]*(?:\?[^\s#\\&=]+=[^\s#\\&]*(?:&[^\s#\\&=]+=[^\s#\\&]*)*)?$/,
    'must begin with / and hold no spaces or #; a query is a list of name=value',
  )
  .refine(
    (text) => !/(?:^|\/)\.\.?(?:[/?]|$)|^(?:(?:GET|POST) )?~?\/\//.test(text),
    'must not leave the base URL',
  );

const pathsSchema = z
  .partialRecord(z.enum(pathNames), path)
  .refine(
    (paths) => Object.entries(paths).every(([name, text]) => name === 'job' || !text.includes(' ')),
    'only the path of a job can name a method',
  );

const authenticationSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('bearer') }),
  z.strictObject({ kind: z.literal('header'), name: headerName }),
  z.strictObject({ kind: z.literal('none') }),
]);

const unique = <Item extends { readonly name: string }>(items: readonly Item[]): boolean =>
  new Set(items.map(({ name }) => name.toLowerCase())).size === items.length;

const limitSeconds = z.number().int().min(1).max(maxTimeLimitSeconds).nullable();
const timeLimitsSchema = z.strictObject({ firstByteSeconds: limitSeconds, silenceSeconds: limitSeconds });

export const gatewayConnectionSchema = z.strictObject({
  /** `null`: by the address. */
  gateway: z.enum(gatewayIds).nullable(),
  /** What its gateway charges in; by the kind of gateway where `null` or left out. */
  unit: z.enum(moneyUnits).nullable().optional(),
  authentication: authenticationSchema,
  headers: z.array(header).max(connectionLimits.headers).refine(unique, 'must not repeat a name'),
  query: z.array(parameter).max(connectionLimits.query).refine(unique, 'must not repeat a name'),
  paths: pathsSchema,
  /** How long its gateway may stay silent; the defaults for its address where left out. */
  timeLimits: timeLimitsSchema.optional(),
});

export type GatewayConnection = z.infer<typeof gatewayConnectionSchema>;
export type Authentication = GatewayConnection['authentication'];
