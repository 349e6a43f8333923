/** Templates of Nunjucks, filled by Nunjucks itself in the interpreter that code of files runs in. */
import { limits } from '../../limits';

/**
 * The body of a function that fills all jobs in `args`. Strings of JSON objects are what it says of each, so that one that
 * can't be filled says why and the others are filled. Nothing can be included: there are no files.
 * @param code the bundle of Nunjucks
 */
export const templatesRunner = (code: string): string => `
const module = { exports: {} };
const exports = module.exports;
${code}
const nunjucks = module.exports;
const most = ${limits.messageCharacters};
const environmentOf = ({ env, filters }) => {
  const environment = new nunjucks.Environment([], { autoescape: false });
  environment.addGlobal('env', env);
  environment.addFilter('load', (text) => JSON.parse(text));
  for (const [name, body] of Object.entries(filters)) environment.addFilter(name, new Function(body)());
  return environment;
};
const known = new Map();
const filled = (job) => {
  const key = JSON.stringify([job.env, job.filters]);
  if (!known.has(key)) known.set(key, environmentOf(job));
  const content = known.get(key).renderString(job.template, job.vars);
  return content.length > most ? { error: 'It makes too long a text.' } : { content };
};
const words = (error) =>
  String(error && error.message || error).replace(/^\\(unknown path\\)\\s*/, '').replace(/\\s+/g, ' ').trim().slice(0, 300);
return JSON.stringify(args.map((job) => {
  try {
    return filled(job);
  } catch (error) {
    // What ends the interpreter ends all of it.
    if (/interrupted|out of memory/i.test(String(error))) throw error;
    return { error: words(error) };
  }
}));`;

/** The body of a function that runs the body `source` with each of the arguments `all`, and says of each how it ended. */
export const callsRunner = `
const most = ${limits.messageCharacters};
const asText = (one) => typeof one === 'string' ? one : JSON.stringify(one) ?? '';
const isEnd = (error) => /interrupted|out of memory/i.test(String(error));
const called = async (given) => {
  try {
    const content = asText(await new Function('args', args.source)(given));
    return content.length > most ? { error: 'It returned too much text.' } : { content };
  } catch (error) {
    // What ends the interpreter ends all of it.
    if (isEnd(error)) throw error;
    return { error: String(error && error.message || error).slice(0, 500) };
  }
};
return Promise.all(args.all.map(called)).then((all) => JSON.stringify(all));`;
