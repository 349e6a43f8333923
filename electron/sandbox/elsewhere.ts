/** What to do instead, where a client asks for a path that isn't served. */

/** Of the API, below its base. */
const served = [
  ...['models', 'chat/completions', 'responses', 'embeddings', 'images/generations', 'images/edits'],
  ...['audio/speech', 'videos/generations', 'jobs'],
];

/** Other interfaces of OpenAI, by the beginning of their paths. */
const others: readonly (readonly [path: string, instead: string])[] = [
  ['completions', 'Use POST /chat/completions.'],
  ['chat/completions/', 'Completions are not kept here; the reply to POST /chat/completions is all of them.'],
  [
    'responses/',
    'Of a response there are GET and DELETE /responses/{id}, and GET /responses/{id}/input_items.',
  ],
  ['audio/', 'No model here listens to speech; POST /audio/speech speaks.'],
  ['images/variations', 'Use POST /images/edits.'],
  ['videos', 'Use POST /videos/generations, then GET /jobs/{id}.'],
  ['files', 'Files are not uploaded here: send them in a message, as data URLs.'],
  ['uploads', 'Files are not uploaded here: send them in a message, as data URLs.'],
  ['batches', 'Send the requests themselves, to /chat/completions or /embeddings.'],
  ['assistants', 'Use POST /responses or POST /chat/completions.'],
  ['threads', 'Use POST /responses with "previous_response_id", or POST /chat/completions.'],
  ['conversations', 'Use POST /responses with "previous_response_id".'],
  ['vector_stores', 'Vectors are not kept here; POST /embeddings makes them.'],
  ['moderations', 'No model here moderates.'],
  ['fine_tuning', 'No model here can be trained.'],
];

/** @returns one sentence */
export function insteadOf(path: string, base: string): string {
  const asked = path.replace(/\/{2,}/g, '/').replace(/\/$/, '');
  const found = served.find((one) => asked.endsWith(`/${one}`) && isBase(asked.slice(0, -one.length - 1)));
  if (found !== undefined)
    return `It is at ${base}/${found}: a base URL here ends in ${base}, without a slash.`;
  const below = asked.replace(/^(\/api)?(\/v1)*\/?/, '');
  const other = others.find(([start]) => below === start || below.startsWith(start));
  return other?.[1] ?? `Below ${base} there are ${served.map((one) => `/${one}`).join(', ')}.`;
}

/** What clients have before the paths of an API, here or elsewhere. */
const isBase = (start: string): boolean => /^(\/(api|v\d+|openai|deployments\/.+))*$/.test(start);
