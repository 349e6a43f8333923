import { describe, expect, it } from 'vitest';
import { highestHeading } from '../../renderer/features/chat/markdown/highest-heading';
import { safeAddress } from '../../renderer/features/chat/markdown/safe-address';

describe('an address a model gives', () => {
  it.each([
    ['https://example.com/a?b#c', 'https://example.com/a?b#c'],
    ['http://example.com', 'http://example.com/'],
    ['mailto:someone@example.com', 'mailto:someone@example.com'],
    ['#note-1', '#note-1'],
  ])('%j may be followed', (address, href) => {
    expect(safeAddress(address)).toBe(href);
  });

  it.each([
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>1</script>',
    'file:///etc/passwd',
    'vbscript:x',
    'app://gatehouse/',
    'blob:https://example.com/x',
    '/api/call',
    '//example.com',
    'relative',
    '',
    undefined,
  ])('%j may not', (address) => {
    expect(safeAddress(address)).toBeNull();
  });

  it('shows lookalike letters for what they are', () => {
    expect(safeAddress('https://exаmple.com')).toContain('xn--');
  });
});

describe('the highest heading of a reply', () => {
  it('is the lowest number of marks at the beginning of a line', () => {
    expect(highestHeading('text\n### Three\n## Two\n')).toBe(2);
  });

  it('does not count what stands in code', () => {
    expect(highestHeading('```sh\n# a comment\n```\n\n### Three')).toBe(3);
    expect(highestHeading('#!/bin/sh\n#hashtag')).toBe(3);
  });
});
