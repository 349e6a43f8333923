import type { Migration } from './migrate';
import { chatsLedgerProfiles } from './migrations/01-chats-ledger-profiles';
import { jobsAndMedia } from './migrations/02-jobs-and-media';
import { searchDraftsQueue } from './migrations/03-search-drafts-queue';
import { hundredThousandMessages } from './migrations/04-hundred-thousand-messages';
import { ownedConversations } from './migrations/05-owned-conversations';
import { prompts } from './migrations/06-prompts';
import { comparisons } from './migrations/07-comparisons';
import { whatWasForeseen } from './migrations/08-what-was-foreseen';
import { attachments } from './migrations/09-attachments';
import { batches } from './migrations/10-batches';
import { presets } from './migrations/11-presets';
import { sharedRemoteJobs } from './migrations/12-shared-remote-jobs';
import { answeringModel } from './migrations/13-answering-model';
import { profileConnections } from './migrations/14-profile-connections';
import { moneyInItsUnit } from './migrations/15-money-in-its-unit';
import { factsOfResults } from './migrations/16-facts-of-results';
import { sharedMedia } from './migrations/17-shared-media';
import { mediaByPlace } from './migrations/18-media-by-place';
import { dollarsAndRemovedMedia } from './migrations/19-dollars-and-removed-media';
import { profileOfQueuedMessages } from './migrations/20-profile-of-queued-messages';
import { factsOfFiles } from './migrations/21-facts-of-files';
import { chargesBelowZero } from './migrations/22-charges-below-zero';
import { costsStatedElsewhere } from './migrations/23-costs-stated-elsewhere';
import { wordsOfEveryScript } from './migrations/24-words-of-every-script';
import { branchOfQueuedMessages } from './migrations/25-branch-of-queued-messages';
import { partsOfMessages } from './migrations/26-parts-of-messages';
import { filesOfAnyKind } from './migrations/27-files-of-any-kind';
import { heldReplies } from './migrations/28-held-replies';
import { checks } from './migrations/29-checks';
import { tokensInDetail } from './migrations/30-tokens-in-detail';
import { rawAnswers } from './migrations/31-raw-answers';
import { chatEdits } from './migrations/32-chat-edits';
import { askedFormat } from './migrations/33-asked-format';
import { billsOfReplies } from './migrations/34-bills-of-replies';
import { waysOfFiles } from './migrations/35-ways-of-files';
import { probabilities } from './migrations/36-probabilities';
import { inputsOfJobs } from './migrations/37-inputs-of-jobs';
import { experiments } from './migrations/38-experiments';
import { versionsOfPrompts } from './migrations/39-versions-of-prompts';
import { orderOfResults } from './migrations/40-order-of-results';
import { judgements } from './migrations/41-judgements';
import { tokensOfCalls } from './migrations/42-tokens-of-calls';
import { boards } from './migrations/43-boards';
import { numbersInside } from './migrations/44-numbers-inside';
import { savedTools } from './migrations/45-saved-tools';
import { messagesOfPresets } from './migrations/46-messages-of-presets';
import { inputsAsSent } from './migrations/47-inputs-as-sent';
import { variantsOfCases } from './migrations/48-variants-of-cases';
import { wordsOfEveryPart } from './migrations/49-words-of-every-part';
import { schemasOfReplies } from './migrations/50-schemas-of-replies';
import { beginningsOfReplies } from './migrations/51-beginnings-of-replies';
import { settingsOfReplies } from './migrations/52-settings-of-replies';

/**
 * Every change of the database's schema, oldest first. A migration that has shipped is never edited: the next one
 * corrects it.
 */
export const migrations: readonly Migration[] = [
  chatsLedgerProfiles,
  jobsAndMedia,
  searchDraftsQueue,
  hundredThousandMessages,
  ownedConversations,
  prompts,
  comparisons,
  whatWasForeseen,
  attachments,
  batches,
  presets,
  sharedRemoteJobs,
  answeringModel,
  profileConnections,
  moneyInItsUnit,
  factsOfResults,
  sharedMedia,
  mediaByPlace,
  dollarsAndRemovedMedia,
  profileOfQueuedMessages,
  factsOfFiles,
  chargesBelowZero,
  costsStatedElsewhere,
  wordsOfEveryScript,
  branchOfQueuedMessages,
  partsOfMessages,
  filesOfAnyKind,
  heldReplies,
  checks,
  tokensInDetail,
  rawAnswers,
  chatEdits,
  askedFormat,
  billsOfReplies,
  waysOfFiles,
  probabilities,
  inputsOfJobs,
  experiments,
  versionsOfPrompts,
  orderOfResults,
  judgements,
  tokensOfCalls,
  boards,
  numbersInside,
  savedTools,
  messagesOfPresets,
  inputsAsSent,
  variantsOfCases,
  wordsOfEveryPart,
  schemasOfReplies,
  beginningsOfReplies,
  settingsOfReplies,
];
