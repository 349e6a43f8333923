/** A prompt as a name: a video may have none. */
export const promptTitle = (prompt: string): string => (prompt.trim() === '' ? 'No prompt' : prompt);
