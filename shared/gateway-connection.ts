/** How a profile reaches its gateway besides address and key. Secret values are never part of it. */
import { z } from 'zod';
import { gatewayIds } from './gateways';

/** Headers that belong to one connection alone (RFC 9110, 7.6.1), or that a proxy reads. */
const HOP_BY_HOP = [
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection', 'te'],
  ...['trailer', 'transfer-encoding', 'upgrade', 'expect'],
];
/** Headers that each request gets from the app, or that the transport writes. */
const OWN = [
  ...['accept', 'accept-encoding', 'authorization', 'content-encoding', 'content-length', 'content-type'],
  ...['cookie', 'cookie2', 'date', 'host', 'idempotency-key', 'origin', 'user-agent', 'via'],
];

const TOKEN = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i;

/** Why a header can't be one of the person's own, as the end of a sentence; `null` where it can. */
export function headerProblem(name: string): string | null {
  const lower = name.toLowerCase();
  if (!TOKEN.test(name)) return 'must have a name of letters, digits and hyphens';
  if (HOP_BY_HOP.includes(lower))
    return `can't be “${name}”: it belongs to the connection, not to the request`;
  if (lower === 'authorization')
    return "can't be “Authorization”: the key is sent there. Save it as the key, or choose another header for it";
  if (OWN.includes(lower) || /^(?:sec|proxy)-/.test(lower))
    return `can't be “${name}”: Gatehouse sets it itself`;
  return null;
}

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
  value: parameterText,
});

/** Relative to the base URL, or with `~/` to its root without the version. */
const path = z
  .string()
  .trim()
  .max(500)
  .regex(/^~?\/[^\s?#\\]*$/, 'must begin with / and hold no spaces, ? or #')
  .refine((text) => !/(?:^|\/)\.\.?(?:\/|$)|^~?\/\//.test(text), 'must not leave the base URL');

const pathNames = [
  'chat',
  'images',
  'speech',
  'videos',
  'jobs',
  'job',
  'jobContent',
  'models',
  'model',
  'balance',
] as const;

export const authenticationSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('bearer') }),
  z.strictObject({ kind: z.literal('header'), name: headerName }),
  z.strictObject({ kind: z.literal('none') }),
]);

const most = { headers: 30, query: 20 };

const unique = <Item extends { readonly name: string }>(items: readonly Item[]): boolean =>
  new Set(items.map(({ name }) => name.toLowerCase())).size === items.length;

export const gatewayConnectionSchema = z.strictObject({
  /** `null`: by the address. */
  gateway: z.enum(gatewayIds).nullable(),
  authentication: authenticationSchema,
  headers: z.array(header).max(most.headers).refine(unique, 'must not repeat a name'),
  query: z.array(parameter).max(most.query).refine(unique, 'must not repeat a name'),
  paths: z.partialRecord(z.enum(pathNames), path),
});

export type GatewayConnection = z.infer<typeof gatewayConnectionSchema>;
export type Authentication = GatewayConnection['authentication'];

export const defaultConnection: GatewayConnection = {
  gateway: null,
  authentication: { kind: 'bearer' },
  headers: [],
  query: [],
  paths: {},
};
