import { useEffect, useState } from 'react';
import { newestOnly } from './newest-only';
import { noResults, type Results, search } from './search';

/** What is found for the words typed. What was found before stays until the newest answer is there, all at once. */
export function useSearch(query: string): Results {
  const [results, setResults] = useState<Results>(noResults);
  const [ask] = useState(() => newestOnly((question: string) => search(question, setResults)));
  useEffect(() => ask(query), [ask, query]);
  return results;
}
