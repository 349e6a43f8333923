/** The proxies that the environment sets for command-line programs: `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY`. */

type Environment = Readonly<Record<string, string | undefined>>;

/** In the words of a proxy script, so that both hosts answer alike. */
export function proxyOfEnvironment(env: Environment, { protocol, hostname, port }: URL): string {
  const value = (name: string) => env[name.toLowerCase()] ?? env[name] ?? '';
  if (isExcepted(value('NO_PROXY'), hostname, port)) return 'DIRECT';
  const named = value(protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY') || value('ALL_PROXY');
  const url = named.includes('://') ? named : `http://${named}`;
  if (named === '' || !URL.canParse(url)) return 'DIRECT';
  const proxy = new URL(url);
  const word = { 'https:': 'HTTPS', 'socks5:': 'SOCKS5', 'socks5h:': 'SOCKS5', 'socks:': 'SOCKS5' }[
    proxy.protocol
  ];
  return `${word ?? 'PROXY'} ${proxy.host}`;
}

function isExcepted(list: string, hostname: string, port: string): boolean {
  return list
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      const [, host = '', only] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
      const name = host.replace(/^\*?\./, '').toLowerCase();
      const isHost = hostname === name || hostname.endsWith(`.${name}`);
      return isHost && (only === undefined || only === port);
    });
}
