/** How requests leave this computer: proxy, trusted certificates, client certificate. Secrets are never part of it. */
import { z } from 'zod';

const protocols = ['http:', 'https:', 'socks5:'];

/** Address only; user name and password are stored separately. */
const proxyUrlSchema = z
  .string()
  .trim()
  .max(2_000)
  .transform((text, context) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    const isAddress = url !== null && protocols.includes(url.protocol) && url.hostname !== '';
    const isBare = url?.username === '' && url.password === '' && url.search === '' && url.hash === '';
    if (isAddress && isBare && ['', '/'].includes(url.pathname)) return `${url.protocol}//${hostOf(url)}`;
    context.addIssue({
      code: 'custom',
      message:
        'must be an address such as http://proxy.example:8080, https://… or socks5://…, without a name or password',
    });
    return z.NEVER;
  });

const usualPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443', 'socks5:': '1080' };

/** With its port, also where that is the usual one. */
const hostOf = ({ hostname, port, protocol }: URL): string =>
  `${hostname}:${port === '' ? usualPorts[protocol] : port}`;

const scriptUrlSchema = z
  .string()
  .trim()
  .max(2_000)
  .refine(
    (text) => URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol),
    'must be an address such as http://proxy.example/proxy.pac',
  );

const mostPemCharacters = 200_000;
const certificateFile = z.strictObject({
  /** Of the file it came from. */
  name: z.string().trim().min(1).max(200),
  pem: z
    .string()
    .max(mostPemCharacters)
    .regex(/-----BEGIN CERTIFICATE-----/, 'must be a PEM file with certificates'),
});

export const networkSchema = z.strictObject({
  proxy: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('system') }),
    z.strictObject({ kind: z.literal('none') }),
    z.strictObject({
      kind: z.literal('fixed'),
      url: proxyUrlSchema,
      /** `null` where it asks for none; its password is in the keychain. */
      username: z
        .string()
        .min(1)
        .max(300)
        .regex(/^[\x20-\x7e]+$/, 'must be printable ASCII')
        .nullable(),
    }),
    z.strictObject({ kind: z.literal('pac'), url: scriptUrlSchema }),
  ]),
  /** Certificates of authorities that are trusted in addition to the usual ones. */
  authorities: certificateFile.nullable(),
  /** Shown to the gateway itself only; its private key is in the keychain. */
  certificate: certificateFile.nullable(),
});

export type NetworkSettings = z.infer<typeof networkSchema>;

export const networkSecretsSchema = z.strictObject({
  proxyPassword: z
    .string()
    .max(1_000)
    .regex(/^[\x20-\x7e]*$/, 'must be printable ASCII')
    .optional(),
  /** PEM, not encrypted. */
  privateKey: z
    .string()
    .max(mostPemCharacters)
    .regex(
      /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/,
      'must be a PEM file with a private key that has no password',
    )
    .optional(),
});
export type NetworkSecrets = z.infer<typeof networkSecretsSchema>;
