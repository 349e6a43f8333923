/**
 * A certificate that no computer trusts, for 127.0.0.1 and localhost, valid from 2020 to 2120. Its private key is
 * public, and protects nothing.
 */
export const selfSigned = {
  cert: `
-----BEGIN CERTIFICATE-----
MIIBZzCCAQ2gAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
c3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBQxEjAQBgNVBAMM
CWxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABFjZaZ4agD+i4rKk
UK9odF+X1IH3aEufrXLOzo+pWT1OhkE52RWmtbcdAOZMkpoSvIYwhcYC6wcoVmKh
XarbjVSjTjBMMBoGA1UdEQQTMBGCCWxvY2FsaG9zdIcEfwAAATAPBgNVHRMBAf8E
BTADAQH/MB0GA1UdDgQWBBQEQytjC8zXmsWflUoUcFWztHm6FjAKBggqhkjOPQQD
AgNIADBFAiB9lrQ7bn/b0TEt19STObfT0rp//bXeg4gvl/8+WOY3XQIhAKBTxB4v
Moyt/6CQOX7RLjrmzVW3ERicPeHXMyRFpeAM
-----END CERTIFICATE-----
`.trim(),
  key: `
-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgGt+c6wtB4DKwwYIn
VsvNRXhgc5M6W8kdfM5sA0rf6cihRANCAARY2WmeGoA/ouKypFCvaHRfl9SB92hL
n61yzs6PqVk9ToZBOdkVprW3HQDmTJKaEryGMIXGAusHKFZioV2q241U
-----END PRIVATE KEY-----
`.trim(),
} as const;
