// @ts-check
/**
 * Builds a module that is one large table as a text for `JSON.parse`. Reading two megabytes of JavaScript literals
 * takes 60 MB that the process keeps afterwards, and reading the same as JSON takes none of it.
 */
import { pathToFileURL } from 'node:url';

/**
 * @param {RegExp} pattern of the modules' files; each has one default export, of what JSON can hold
 * @returns {import('vite').Plugin}
 */
export function dataModules(pattern) {
  return {
    name: 'gatehouse:data-modules',
    transform: {
      filter: { id: pattern },
      async handler(_code, id) {
        const { default: data } = await import(pathToFileURL(id).href);
        return { code: dataModule(data), map: null };
      },
    },
  };
}

/**
 * @param {unknown} data
 * @returns {string} a module whose default export it is
 */
export const dataModule = (data) => `export default JSON.parse(${JSON.stringify(JSON.stringify(data))});\n`;
