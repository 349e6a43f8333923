/** Reads definitions apart from the page: a document of an API may be many megabytes. */
import { readDefinitions } from './read-definitions';

self.onmessage = ({ data }: MessageEvent<string>) => self.postMessage(readDefinitions(data));
