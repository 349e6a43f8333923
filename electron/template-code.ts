/** The code of Nunjucks as a text: it never runs in the app, but in the interpreter that code of files runs in. */
export const templateCode = async (): Promise<string> =>
  (await import('nunjucks/browser/nunjucks.min.js?raw')).default;
