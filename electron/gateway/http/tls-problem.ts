/** What is wrong with a certificate, from the names Node and Chromium give to it. */
const problems: readonly (readonly [RegExp, (url: URL) => string])[] = [
  [
    /EXPIRED|DATE_INVALID|NOT_YET_VALID/,
    (url) =>
      `The certificate of ${url.host} has expired or is not valid yet; check this computer's clock, or ask the gateway's operators to renew it.`,
  ],
  [
    /ALTNAME|COMMON_NAME|HOSTNAME/,
    (url) => `The certificate is made for another name than ${url.hostname}; use the name it was made for.`,
  ],
  [
    /SELF_SIGNED|AUTHORITY|VERIFY|ISSUER|INVALID_CA|UNTRUSTED/,
    (url) =>
      `The certificate of ${url.host} is signed by an authority this computer does not know; add that authority to the system's trusted certificates.`,
  ],
  [
    /REVOKED/,
    (url) =>
      `The certificate of ${url.host} has been revoked; do not send a key there, and ask its operators.`,
  ],
  [
    /CLIENT_AUTH|CERTIFICATE_REQUIRED/,
    (url) => `${url.host} asks for a client certificate, which this app does not send.`,
  ],
  [
    /WRONG_VERSION|PACKET_LENGTH|PROTOCOL|EPROTO|HTTP_REQUEST/,
    (url) =>
      `What answers at ${url.host} does not speak TLS; if the gateway uses plain HTTP, the address must begin with http://.`,
  ],
];

/** One sentence with the next step for a code such as `CERT_HAS_EXPIRED` or `ERR_CERT_AUTHORITY_INVALID`. */
export function describeCertificateProblem(code: string, url: URL): string {
  const known = problems.find(([pattern]) => pattern.test(code));
  return (
    known?.[1](url) ??
    `No secure connection to ${url.host} could be made (${code}); check the certificate with the gateway's operators.`
  );
}
