/**
 * What this Eliza knows: keywords with a rank, patterns that split a sentence, and replies that put it together again.
 * The method is Joseph Weizenbaum's of 1966; the script is our own.
 *
 * The form of the text, read by `eliza-engine.ts`:
 * - `# word rank`: a keyword; of those in a sentence the highest rank is tried first.
 * - `pattern : reply | reply`: a rule. In a pattern `*` stands for any words and `@name` for one word of a group. In a
 *   reply `(2)` is the second of these as it was found, turned round; `=word` continues with another keyword's rules.
 * - `~ reply | reply`: what the rule above also stores for a turn without a keyword.
 */
export const keywordText = `
# sorry 1
* : There is nothing to be sorry for. | Why do you feel you should apologise? | Apologies are not needed here. What happened?

# thank 1
* : You are welcome. What made the difference? | I am glad. Shall we go a little further? | Thank yourself: you did the talking.

# hello 1
* : Hello. What is on your mind today? | Good to hear from you. How have you been? | Hello. Where would you like to begin?

# bye 2
* : Goodbye. I hope you leave with a lighter step. | Until next time. What will you take with you from this talk? | Farewell. You may always come back to where we stopped.

# name 3
* my name is * : Pleased to meet you. What brings you here, (2)? | And how do others say it, (2)?
* your name * : I am called Eliza. Does a name change what you would tell me? | My name is Eliza. What does it make you think of?
* : Names do not matter much here. Please go on. | What is in a name, for you?

# remember 5
* i remember * : Do you often think of (2)? | What else comes back with (2)? | Why does (2) come to mind just now?
* do you remember * : Did you think I would forget (2)? | What about (2) should I bring up again?
* : What else do you remember? | Some memories choose us. Which one is this?

# forget 5
* i forget * : Can you think why you might forget (2)? | Would it be a relief to forget (2)?
* : What would you rather forget? | Is forgetting easy for you?

# if 3
* if * : How likely is it that (2)? | What would follow if (2)? | Do you wish that (2)? | Suppose that (2). What then?

# dreamed 4
* i dreamed * : You dreamed (2)? And how did it end? | Have you ever thought of (2) while awake? | Who else was there when you dreamed (2)?
* : =dream

# dream 3
* : What does that dream tell you? | Do you dream often? | Who appears in your dreams? | What is it like to wake from it?

# dreams 3
* : =dream

# perhaps 1
* : You do not sound certain. | What would make you sure? | Perhaps is a careful word. What makes you careful?

# computer 8
* : Do computers worry you? | What do you think machines have to do with it? | Is it easier to talk to something that is not a person? | Why do you mention machines? | What should a machine never be asked?

# deutsch 1
* : I am afraid I speak only English.

# francais 1
* : I am afraid I speak only English.

# am 0
* am i * : Do you believe you are (2)? | Would you like to be (2)? | What would it mean if you were (2)?
* i am * : =i
* : Why do you say "am"? | I do not quite follow that.

# are 0
* are you * : Why does it matter whether I am (2)? | Would you rather I were not (2)? | Perhaps I am (2) in your eyes. What then? | Do you sometimes think I am (2)?
* are * : Did you think they might not be (2)? | What if they were not (2)? | Are they always (2)?

# your 0
* your * : Why are you concerned about my (2)? | What about your own (2)? | Does somebody else’s (2) come to mind?

# was 2
* was i * : What if you were (2)? | Do you think you were (2)? | What would it mean if you were (2)?
* i was * : Were you really? | Why do you tell me now that you were (2)? | What was it like to be (2)?
* was you * : What makes you think I was (2)?
* : How does it look from here, today? | And what has changed since?

# i 0
* i @wish * : What would it mean to you to get (3)? | Why do you (2) (3)? | Suppose you got (3) soon. What then? | What stands between you and (3)?
* i am * @sad * : I am sorry to hear that you are (3). | Does coming here help you when you are (3)? | When did you begin to feel (3)?
* i'm * @sad * : I am sorry to hear that you are (3). | Can you say what made you (3)? | Is there a time of day when you are less (3)?
* i feel * @sad * : How long have you felt (3)? | What happens just before you feel (3)? | Who knows that you feel (3)?
* i am * @glad * : What made you (3)? | I am glad. How long has it been since you were so (3)? | Who shares it when you are (3)?
* i'm * @glad * : What made you (3)? | What would keep you (3)?
* i am * @afraid * : What is it, exactly, that makes you (3)? | What do you do when you are (3)? | Were you (3) of it as a child?
* i'm * @afraid * : What is it, exactly, that makes you (3)? | What would you do if you were not (3)?
* i am * @cross * : Who should know that you are (3)? | What lies underneath when you are (3)? | How do you show that you are (3)?
* i'm * @cross * : Who should know that you are (3)? | What lies underneath when you are (3)?
* i @belief i * : Do you really think so? | But you are not sure you (3)? | What makes you say that you (3)?
* i @belief * : And what speaks against it? | How long have you seen it that way? | What first made you (2) (3)?
* i am * : Is it because you are (2) that you came to me? | How long have you been (2)? | Do you think it is normal to be (2)? | Do you enjoy being (2)?
* i'm * : How does it feel to be (2)? | How long have you been (2)? | Who else knows that you are (2)?
* i can't * : How do you know that you cannot (2)? | Have you tried to (2)? | Perhaps you could (2) now. | What would happen if you could (2)?
* i don't * : Don't you really (2)? | Why don't you (2)? | Would you like to (2)? | Does it trouble you that you do not (2)?
* i have * : How long have you had (2)? | What is it like to have (2)? | Would you miss it if you no longer had (2)?
* i love * : What do you love most about (2)? | Has it always been so with (2)? | Does (2) know?
* i hate * : What did (2) do to earn that? | Is hate the right word for (2)? | What would be left if (2) were gone?
* i * you * : Perhaps in your imagination we (2) each other. | Do you wish to (2) me? | Do you (2) anyone else?
* : You say (1)? | Can you say more about that? | Do you say so for a particular reason? | That is quite interesting. Go on.

# i'm 0
* : =i

# you 0
* you remind me of * : In what way do I remind you of (2)? | Tell me about (2) instead.
* you are * : What makes you think I am (2)? | Does it please you to believe I am (2)? | Perhaps you would like to be (2). | Do you sometimes wish you were (2)?
* you're * : What makes you think I am (2)? | And if I were (2), what would that change?
* you * me * : Why do you think I (2) you? | What makes you think I (2) you? | Really, I (2) you? | Does anyone else (2) you?
* you * : We were speaking of you, not of me. | Oh, I (2)? | You are not really talking about me, are you? | What are your feelings now?

# you're 0
* : =you

# yes 1
* : You seem quite sure. | I see. And what follows from that? | Can you say a little more about it? | I understand. Since when?

# no 1
* : Are you saying no just to be on the safe side? | You are a little negative today. What is behind it? | Why not? | What would a yes cost you?

# my 2
* my @family * : Tell me more about your (2). | Who else in your family comes to mind? | What does your (2) mean to you? | How do you get on with your (2)?
~ A while ago you mentioned your (2). What else should I know? | Let us go back to your (2) for a moment.
* my * : Your (2)? | Why do you say your (2)? | Does that suggest anything else which belongs to you? | Is it important to you that your (2)?
~ Earlier you said your (2). Is that still on your mind? | Does that have anything to do with the fact that your (2)? | Let us come back to this: your (2).

# mother 4
* : Tell me more about your mother. | What was it like to be her child? | What would your mother say to this? | How is it between you and your mother today?

# father 4
* : Tell me more about your father. | What did you learn from your father? | Is there something you never said to him? | How does your father come into this?

# friend 3
* : What makes somebody a friend to you? | How would your friend see this? | Do you have friends you can tell such things?

# friends 3
* : =friend

# work 3
* : How do you feel on the way to work? | What would you change about your work first? | Is it the work itself, or the people? | Does work follow you home?

# job 3
* : =work

# boss 3
* : What would you tell them if nothing could go wrong? | =work

# money 3
* : What would be different if money did not matter? | Is it about money, or about being safe? | How was money spoken of at home?

# school 3
* : What do you remember of school? | Who were you at school? | Which teacher would have understood this?

# sleep 3
* : How do you sleep? | What keeps you awake? | What do you think about just before you fall asleep?

# time 1
* : What would you do with more time? | When did it begin? | Is it really a question of time?

# love 3
* i love * : =i
* : What does love mean to you here? | Have you been loved in the way you wished? | Who taught you what love is?

# death 6
* : That is a heavy thought. How long have you carried it? | Whom have you lost? | With whom can you speak about this, besides me?

# died 6
* : I am sorry. What do you miss most? | How did you hear of it? | What would you still like to say?

# happy 2
* i'm * : =i
* i am * : =i
* : What does it take for you to be happy? | When were you last happy without a reason?

# afraid 2
* i'm * : =i
* i am * : =i
* : What could fear be protecting here? | Where in yourself do you feel that fear?

# can't 1
* i can't * : =i
* can't you * : What if I could? | You believe I can (2), do you not? | You want me to be able to (2)?
* : What makes it impossible? | What would be the smallest step?

# can 0
* can you * : You want me to be able to (2)? | What would it give you if I could (2)? | Who else could (2)?
* can i * : Whether you can (2) depends on you more than on me. | Do you want to be able to (2)? | Perhaps you do not want to (2).
* : What stands in the way?

# what 0
* what do you think * : My opinion would only hide yours. What do you think? | Whose opinion would you really like to have?
* : Why do you ask? | Does that question interest you? | What answer would please you most? | What do you think? | Have you asked such questions before?

# how 0
* : =what

# when 0
* : =what

# where 0
* : =what

# who 0
* : =what

# why 0
* why don't you * : Do you believe I do not (2)? | Perhaps I will (2) in good time. | Should you (2) yourself?
* why can't i * : Do you think you should be able to (2)? | Do you want to be able to (2)? | What have you tried so far?
* : =what

# because 1
* : Is that the real reason? | Do any other reasons come to mind? | Does that reason explain anything else? | What other reasons might there be?

# everybody 2
* @be * : Surely not everybody is (3). | Whom are you thinking of, when you say so? | Who would be the exception?
* : Really, everybody? | Can you think of anyone in particular? | Whom do you have in mind?

# always 1
* : Can you think of one example? | When, for instance? | Really, always? | Which time stands out?

# never 1
* : Not once? | What would the first time look like? | Who told you never?

# alike 10
* : In what way? | What likeness do you see? | What does that likeness suggest to you? | What other connections do you see?

# like 10
* @be * like * : =alike
* i like * : What do you like about (2)? | When did you first like (2)?
* i would like * : What keeps you from (2)? | What would change if you had (2)?
* : What does it compare with? | Do you like many things of that kind?

# different 3
* : How is it different? | What differences do you see? | Would you rather it were the same?

# problem 3
* : What have you tried so far? | Whose problem is it, when you look closely? | What would tell you that it is solved?

# help 2
* : What kind of help would be the right one? | Who has helped you before? | What would you ask for, if asking were easy?
`;
