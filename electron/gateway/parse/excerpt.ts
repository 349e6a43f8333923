import { cutText } from '../../../shared/text/cut-text';

const EXCERPT_CHARACTERS = 300;

/** The first 300 characters of an unreadable body, never cutting a character in two. */
export const excerpt = (text: string): string => cutText(text.trim(), EXCERPT_CHARACTERS).toWellFormed();
