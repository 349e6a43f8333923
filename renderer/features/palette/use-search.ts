import { useEffect, useState } from 'react';
import { newestOnly } from './newest-only';
import { noResults, type Results, search } from './search';

/** The results for the typed words. Earlier results stay until the newest answer arrives, all at once. */
export function useSearch(query: string): Results {
  const [results, setResults] = useState<Results>(noResults);
  const [ask] = useState(() => newestOnly((question: string) => search(question, setResults)));
  useEffect(() => ask(query), [ask, query]);
  return results;
}
