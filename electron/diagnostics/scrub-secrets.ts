/**
 * Takes secrets out of a text by how they look: the log knows no profile's key, but how the usual services begin theirs.
 * Content is never searched this way, since what only looks like a key may be what was asked for.
 */

/** Beginnings that services document, each followed by at least eight letters of the key. */
const BEGINNINGS = [
  // OpenAI, OpenRouter, Anthropic and whoever follows them; Stripe; the Sandbox.
  ...['[srp]k[-_]', 'key[-_]', 'sandbox[-_]', 'sess-', 'csk-'],
  // Groq, Hugging Face, xAI, Replicate, Perplexity, NVIDIA, Together, Fireworks, Vercel, Voyage, Cerebras, Tavily.
  ...[
    'gsk_',
    'hf_',
    'xai-',
    'r8_',
    'pplx-',
    'nvapi-',
    'tgp_',
    'fw_',
    'vck_',
    'pa-',
    'tvly-',
    'lsv2_',
    'rpa_',
  ],
  // Google, AWS.
  ...['AIza', 'ya29\\.', 'A[KS]IA'],
  // GitHub, GitLab, npm, Slack, Supabase.
  ...['gh[pousr]_', 'github_pat_', 'glpat-', 'npm_', 'xox[a-z]-', 'sbp_'],
].join('|');

const PATTERNS: readonly RegExp[] = [
  /\b(?:Bearer|Basic)\s+\S+/gi,
  new RegExp(`(?<![A-Za-z0-9])(?:${BEGINNINGS})[\\w.-]{8,}`, 'gi'),
  // fal.ai: an id and a secret.
  /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}:[0-9a-f]{8,}/gi,
  // A JSON Web Token (RFC 7519): its header begins with `{"`.
  /(?<![\w-])eyJ[\w-]{8,}(?:\.[\w-]*){0,4}/g,
];

/** `api_key=…`, `x-api-key: …`: after a colon only what is too long for a word of the log's own. */
const NAMED =
  /([\w-]{0,40}(?:key|token|secret|password|passwd|authorization|credential|signature|sig))(?:=|%3D)[^\s&,;]{4,}/gi;
const HEADER = /([\w-]{0,40}(?:key|token|secret|password|authorization)):\s{0,3}[^\s,;]{16,}/gi;
/** What stands before a host. */
const USER = /\b([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/?#]*@/gi;

export function scrubSecrets(text: string): string {
  const named = text.replace(USER, '$1').replace(NAMED, '$1=…').replace(HEADER, '$1: …');
  return PATTERNS.reduce((scrubbed, pattern) => scrubbed.replace(pattern, '…'), named);
}
