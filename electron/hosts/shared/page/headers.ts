/** Response headers of both hosts: what the page may load, and what others may do with it. */
import { randomBytes } from 'node:crypto';

/** A placeholder in the built page for each nonce (`html.cspNonce` in the build); each response inserts its own. */
export const noncePlaceholder = 'GATEHOUSE_NONCE';

/** 128 random bits, generated for each response. */
export const makeNonce = (): string => randomBytes(16).toString('base64');

export interface PolicyOptions {
  /** Address of the dev server's socket, only while developing; its page starts with an inline script. */
  readonly devSocket?: string;
  /** Where results come from, if not from the page's own origin. */
  readonly mediaSource?: string;
  /** The hash of the page's import map, where it has one. */
  readonly scriptSource?: string;
}

/**
 * The page runs only its own scripts: nothing inline, nothing evaluated, nothing from elsewhere. The nonce is for the
 * `<style>` elements that dialogs add to lock scrolling.
 */
export function contentSecurityPolicy(
  nonce: string,
  { devSocket, mediaSource, scriptSource }: PolicyOptions,
): string {
  const scripts = devSocket === undefined ? '' : ` 'nonce-${nonce}'`;
  const socket = devSocket === undefined ? '' : ` ${devSocket}`;
  const media = mediaSource === undefined ? '' : ` ${mediaSource}`;
  return [
    "default-src 'none'",
    `script-src 'self'${scripts}`,
    ...(scriptSource === undefined ? [] : [`script-src-elem 'self' ${scriptSource}`]),
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob:${media}`,
    `media-src 'self' blob:${media}`,
    "font-src 'self'",
    `connect-src 'self'${media}${socket}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "frame-src 'none'",
    "object-src 'none'",
  ].join('; ');
}

/** Headers of every response, whatever its content. */
export const commonHeaders: Readonly<Record<string, string>> = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), display-capture=(), payment=(), usb=()',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-DNS-Prefetch-Control': 'off',
  'X-Frame-Options': 'DENY',
};
