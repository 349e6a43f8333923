/** Response headers of both hosts: what the page may load, and what others may do with it. */
import { randomBytes } from 'node:crypto';

/** A placeholder in the built page for each nonce (`html.cspNonce` in the build); each response inserts its own. */
export const noncePlaceholder = 'GATEHOUSE_NONCE';

/** 128 random bits, generated for each response. */
export const makeNonce = (): string => randomBytes(16).toString('base64');

/**
 * The page runs only its own scripts: nothing inline, nothing evaluated, nothing from elsewhere. The nonce is for the
 * `<style>` elements that dialogs add to lock scrolling.
 * @param devSocket address of the dev server's socket, only while developing; its page starts with an inline script
 * @param mediaSource where results come from, if not from the page's own origin
 */
export function contentSecurityPolicy(nonce: string, devSocket?: string, mediaSource?: string): string {
  const scripts = devSocket === undefined ? '' : ` 'nonce-${nonce}'`;
  const socket = devSocket === undefined ? '' : ` ${devSocket}`;
  const media = mediaSource === undefined ? '' : ` ${mediaSource}`;
  return [
    "default-src 'none'",
    `script-src 'self'${scripts}`,
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
  'X-Frame-Options': 'DENY',
};
