/** Every chat model of the gateway, in the order of the catalogue. */
import { echo } from './echo';
import { eliza } from './eliza';
import { files } from './files';
import { firehose } from './firehose';
import { createFlaky } from './flaky';
import { markdownTour } from './markdown-tour';
import type { ChatModel } from './model';
import { vision } from './vision';

export function createChatModels(): readonly ChatModel[] {
  return [eliza, markdownTour, echo, firehose, vision, files, createFlaky()];
}
