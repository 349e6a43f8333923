/** What is being entered about a network. */
import type { CommandInput } from '../../../shared/contract';
import type { AppErrorData } from '../../../shared/errors';
import type { NetworkSettings } from '../../../shared/network';

type CertificateFile = NetworkSettings['authorities'];
export type ProxyKind = NetworkSettings['proxy']['kind'];

export interface NetworkDraft {
  readonly kind: ProxyKind;
  readonly proxyUrl: string;
  readonly username: string;
  readonly password: string;
  readonly scriptUrl: string;
  readonly authorities: CertificateFile;
  readonly certificate: CertificateFile;
  /** Empty where the stored one stays. */
  readonly privateKey: string;
}

export function draftOf({ proxy, authorities, certificate }: NetworkSettings): NetworkDraft {
  return {
    kind: proxy.kind,
    proxyUrl: proxy.kind === 'fixed' ? proxy.url : '',
    username: proxy.kind === 'fixed' ? (proxy.username ?? '') : '',
    scriptUrl: proxy.kind === 'pac' ? proxy.url : '',
    password: '',
    privateKey: '',
    authorities,
    certificate,
  };
}

/** @param keep where the secrets go */
export function inputOf(
  profileId: string | null,
  draft: NetworkDraft,
  keep: 'keychain' | 'session',
): CommandInput<'network.save'> {
  const { authorities, certificate, password, privateKey } = draft;
  return {
    profileId,
    network: { proxy: proxyOf(draft), authorities, certificate },
    secrets: {
      ...(password !== '' && { proxyPassword: password }),
      ...(privateKey !== '' && { privateKey }),
    },
    keep,
  };
}

function proxyOf({ kind, proxyUrl, username, scriptUrl }: NetworkDraft): NetworkSettings['proxy'] {
  switch (kind) {
    case 'fixed':
      return { kind, url: proxyUrl, username: username === '' ? null : username };
    case 'pac':
      return { kind, url: scriptUrl };
    default:
      return { kind };
  }
}

const labels: Readonly<Record<string, string>> = {
  'network.proxy.url': 'The address of the proxy or its script',
  'network.proxy.username': 'The proxy user name',
  'network.authorities.pem': 'The file of trusted authorities',
  'network.certificate.pem': 'The client certificate',
  'secrets.proxyPassword': 'The proxy password',
  'secrets.privateKey': 'The private key',
};

/** With the field's label instead of its path. */
export function named(error: AppErrorData): AppErrorData {
  const label = labels[error.field ?? ''];
  return label === undefined ? error : { ...error, message: error.message.replace(/^\S+: \S+/, label) };
}
