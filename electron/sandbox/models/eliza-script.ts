/**
 * What this Eliza knows: keywords with a rank, patterns that take a sentence apart, and replies that put it together
 * again. The method is Joseph Weizenbaum's of 1966; the script is our own.
 *
 * In a pattern `*` stands for any words and `@name` for one word of a group. In a reply `(2)` is the second part the
 * pattern found, with the person turned round; `=word` goes on with another keyword's rules.
 */
export interface Rule {
  readonly pattern: string;
  readonly replies: readonly string[];
  /** Replies kept for a moment when no keyword is found. */
  readonly memories?: readonly string[];
}

export interface Keyword {
  readonly word: string;
  /** The highest rank in a sentence is tried first. */
  readonly rank: number;
  readonly rules: readonly Rule[];
}

const any = (...replies: string[]): readonly Rule[] => [{ pattern: '*', replies }];
const keyword = (word: string, rank: number, rules: readonly Rule[]): Keyword => ({ word, rank, rules });

/** Before the search for keywords: one form for words that mean the same. */
export const before: Readonly<Record<string, string>> = {
  dont: "don't",
  cant: "can't",
  wont: "won't",
  im: "i'm",
  youre: "you're",
  ive: "i've",
  whats: 'what',
  "what's": 'what',
  recollect: 'remember',
  recall: 'remember',
  dreamt: 'dreamed',
  maybe: 'perhaps',
  possibly: 'perhaps',
  machine: 'computer',
  machines: 'computer',
  computers: 'computer',
  program: 'computer',
  robot: 'computer',
  ai: 'computer',
  hi: 'hello',
  hey: 'hello',
  greetings: 'hello',
  yeah: 'yes',
  yep: 'yes',
  certainly: 'yes',
  nope: 'no',
  everyone: 'everybody',
  nobody: 'everybody',
  identical: 'alike',
  similar: 'alike',
  thanks: 'thank',
  apologise: 'sorry',
  apologize: 'sorry',
  goodbye: 'bye',
  colleague: 'boss',
  manager: 'boss',
};

/** What a part of the sentence becomes when it is said back. */
export const after: Readonly<Record<string, string>> = {
  i: 'you',
  me: 'you',
  my: 'your',
  mine: 'yours',
  myself: 'yourself',
  am: 'are',
  "i'm": "you're",
  "i've": "you've",
  "i'd": "you'd",
  "i'll": "you'll",
  was: 'were',
  you: 'me',
  your: 'my',
  yours: 'mine',
  yourself: 'myself',
  "you're": "i'm",
  "you've": "i've",
  "you'd": "i'd",
  "you'll": "i'll",
};

export const groups: Readonly<Record<string, readonly string[]>> = {
  family: [
    'mother',
    'mom',
    'mum',
    'father',
    'dad',
    'sister',
    'brother',
    'wife',
    'husband',
    'son',
    'daughter',
    'children',
    'child',
    'parents',
    'grandmother',
    'grandfather',
    'aunt',
    'uncle',
    'cousin',
  ],
  sad: [
    'sad',
    'unhappy',
    'depressed',
    'lonely',
    'tired',
    'lost',
    'miserable',
    'hurt',
    'sick',
    'empty',
    'down',
  ],
  glad: ['happy', 'glad', 'elated', 'better', 'proud', 'calm', 'relieved', 'excited', 'content'],
  afraid: ['afraid', 'scared', 'anxious', 'nervous', 'worried', 'frightened', 'terrified'],
  cross: ['angry', 'furious', 'annoyed', 'mad', 'jealous', 'bitter'],
  wish: ['want', 'need', 'wish', 'crave'],
  belief: ['think', 'believe', 'feel', 'suppose', 'guess'],
  be: ['am', 'is', 'are', 'was', 'were'],
};

export const greeting = 'Good day. I am Eliza. What would you like to talk about?';

export const silences: readonly string[] = [
  'You are quiet. Take the time you need.',
  'Silence can say something too. What is in it?',
  'I am still here.',
];

/** For sentences without any keyword, when nothing is remembered. */
export const fallbacks: readonly string[] = [
  'I see. Please go on.',
  'What does that bring to mind?',
  'Tell me more about that.',
  'I am not sure I follow. Could you put it another way?',
  'How do you feel when you say that?',
  'Why do you bring that up just now?',
  'That is interesting. What lies behind it?',
];

export const keywords: readonly Keyword[] = [
  keyword(
    'sorry',
    1,
    any(
      'There is nothing to be sorry for.',
      'Why do you feel you should apologise?',
      'Apologies are not needed here. What happened?',
    ),
  ),
  keyword(
    'thank',
    1,
    any(
      'You are welcome. What made the difference?',
      'I am glad. Shall we go a little further?',
      'Thank yourself: you did the talking.',
    ),
  ),
  keyword(
    'hello',
    1,
    any(
      'Hello. What is on your mind today?',
      'Good to hear from you. How have you been?',
      'Hello. Where would you like to begin?',
    ),
  ),
  keyword(
    'bye',
    2,
    any(
      'Goodbye. I hope you leave with a lighter step.',
      'Until next time. What will you take with you from this talk?',
      'Farewell. You may always come back to where we stopped.',
    ),
  ),
  keyword('name', 3, [
    {
      pattern: '* my name is *',
      replies: ['Pleased to meet you. What brings you here, (2)?', 'And how do others say it, (2)?'],
    },
    {
      pattern: '* your name *',
      replies: [
        'I am called Eliza. Does a name change what you would tell me?',
        'My name is Eliza. What does it make you think of?',
      ],
    },
    {
      pattern: '*',
      replies: ['Names do not matter much here. Please go on.', 'What is in a name, for you?'],
    },
  ]),
  keyword('remember', 5, [
    {
      pattern: '* i remember *',
      replies: [
        'Do you often think of (2)?',
        'What else comes back with (2)?',
        'Why does (2) come to mind just now?',
      ],
    },
    {
      pattern: '* do you remember *',
      replies: ['Did you think I would forget (2)?', 'What about (2) should I bring up again?'],
    },
    { pattern: '*', replies: ['What else do you remember?', 'Some memories choose us. Which one is this?'] },
  ]),
  keyword('forget', 5, [
    {
      pattern: '* i forget *',
      replies: ['Can you think why you might forget (2)?', 'Would it be a relief to forget (2)?'],
    },
    { pattern: '*', replies: ['What would you rather forget?', 'Is forgetting easy for you?'] },
  ]),
  keyword('if', 3, [
    {
      pattern: '* if *',
      replies: [
        'How likely is it that (2)?',
        'What would follow if (2)?',
        'Do you wish that (2)?',
        'Suppose that (2). What then?',
      ],
    },
  ]),
  keyword('dreamed', 4, [
    {
      pattern: '* i dreamed *',
      replies: [
        'You dreamed (2)? And how did it end?',
        'Have you ever thought of (2) while awake?',
        'Who else was there when you dreamed (2)?',
      ],
    },
    { pattern: '*', replies: ['=dream'] },
  ]),
  keyword(
    'dream',
    3,
    any(
      'What does that dream tell you?',
      'Do you dream often?',
      'Who appears in your dreams?',
      'What is it like to wake from it?',
    ),
  ),
  keyword('dreams', 3, any('=dream')),
  keyword(
    'perhaps',
    1,
    any(
      'You do not sound certain.',
      'What would make you sure?',
      'Perhaps is a careful word. What makes you careful?',
    ),
  ),
  keyword(
    'computer',
    8,
    any(
      'Do computers worry you?',
      'What do you think machines have to do with it?',
      'Is it easier to talk to something that is not a person?',
      'Why do you mention machines?',
      'What should a machine never be asked?',
    ),
  ),
  keyword('deutsch', 1, any('I am afraid I speak only English.')),
  keyword('francais', 1, any('I am afraid I speak only English.')),
  keyword('am', 0, [
    {
      pattern: '* am i *',
      replies: [
        'Do you believe you are (2)?',
        'Would you like to be (2)?',
        'What would it mean if you were (2)?',
      ],
    },
    { pattern: '* i am *', replies: ['=i'] },
    { pattern: '*', replies: ['Why do you say "am"?', 'I do not quite follow that.'] },
  ]),
  keyword('are', 0, [
    {
      pattern: '* are you *',
      replies: [
        'Why does it matter whether I am (2)?',
        'Would you rather I were not (2)?',
        'Perhaps I am (2) in your eyes. What then?',
        'Do you sometimes think I am (2)?',
      ],
    },
    {
      pattern: '* are *',
      replies: ['Did you think they might not be (2)?', 'What if they were not (2)?', 'Are they always (2)?'],
    },
  ]),
  keyword('your', 0, [
    {
      pattern: '* your *',
      replies: [
        'Why are you concerned about my (2)?',
        'What about your own (2)?',
        'Does somebody else’s (2) come to mind?',
      ],
    },
  ]),
  keyword('was', 2, [
    {
      pattern: '* was i *',
      replies: ['What if you were (2)?', 'Do you think you were (2)?', 'What would it mean if you were (2)?'],
    },
    {
      pattern: '* i was *',
      replies: [
        'Were you really?',
        'Why do you tell me now that you were (2)?',
        'What was it like to be (2)?',
      ],
    },
    { pattern: '* was you *', replies: ['What makes you think I was (2)?'] },
    { pattern: '*', replies: ['How does it look from here, today?', 'And what has changed since?'] },
  ]),
  keyword('i', 0, [
    {
      pattern: '* i @wish *',
      replies: [
        'What would it mean to you to get (3)?',
        'Why do you (2) (3)?',
        'Suppose you got (3) soon. What then?',
        'What stands between you and (3)?',
      ],
    },
    {
      pattern: '* i am * @sad *',
      replies: [
        'I am sorry to hear that you are (3).',
        'Does coming here help you when you are (3)?',
        'When did you begin to feel (3)?',
      ],
    },
    {
      pattern: "* i'm * @sad *",
      replies: [
        'I am sorry to hear that you are (3).',
        'Can you say what made you (3)?',
        'Is there a time of day when you are less (3)?',
      ],
    },
    {
      pattern: '* i feel * @sad *',
      replies: [
        'How long have you felt (3)?',
        'What happens just before you feel (3)?',
        'Who knows that you feel (3)?',
      ],
    },
    {
      pattern: '* i am * @glad *',
      replies: [
        'What made you (3)?',
        'I am glad. How long has it been since you were so (3)?',
        'Who shares it when you are (3)?',
      ],
    },
    { pattern: "* i'm * @glad *", replies: ['What made you (3)?', 'What would keep you (3)?'] },
    {
      pattern: '* i am * @afraid *',
      replies: [
        'What is it, exactly, that makes you (3)?',
        'What do you do when you are (3)?',
        'Were you (3) of it as a child?',
      ],
    },
    {
      pattern: "* i'm * @afraid *",
      replies: ['What is it, exactly, that makes you (3)?', 'What would you do if you were not (3)?'],
    },
    {
      pattern: '* i am * @cross *',
      replies: [
        'Who should know that you are (3)?',
        'What lies underneath when you are (3)?',
        'How do you show that you are (3)?',
      ],
    },
    {
      pattern: "* i'm * @cross *",
      replies: ['Who should know that you are (3)?', 'What lies underneath when you are (3)?'],
    },
    {
      pattern: '* i @belief i *',
      replies: [
        'Do you really think so?',
        'But you are not sure you (3)?',
        'What makes you say that you (3)?',
      ],
    },
    {
      pattern: '* i @belief *',
      replies: [
        'And what speaks against it?',
        'How long have you seen it that way?',
        'What first made you (2) (3)?',
      ],
    },
    {
      pattern: '* i am *',
      replies: [
        'Is it because you are (2) that you came to me?',
        'How long have you been (2)?',
        'Do you think it is normal to be (2)?',
        'Do you enjoy being (2)?',
      ],
    },
    {
      pattern: "* i'm *",
      replies: [
        'How does it feel to be (2)?',
        'How long have you been (2)?',
        'Who else knows that you are (2)?',
      ],
    },
    {
      pattern: "* i can't *",
      replies: [
        'How do you know that you cannot (2)?',
        'Have you tried to (2)?',
        'Perhaps you could (2) now.',
        'What would happen if you could (2)?',
      ],
    },
    {
      pattern: "* i don't *",
      replies: [
        "Don't you really (2)?",
        "Why don't you (2)?",
        'Would you like to (2)?',
        'Does it trouble you that you do not (2)?',
      ],
    },
    {
      pattern: '* i have *',
      replies: [
        'How long have you had (2)?',
        'What is it like to have (2)?',
        'Would you miss it if you no longer had (2)?',
      ],
    },
    {
      pattern: '* i love *',
      replies: ['What do you love most about (2)?', 'Has it always been so with (2)?', 'Does (2) know?'],
    },
    {
      pattern: '* i hate *',
      replies: [
        'What did (2) do to earn that?',
        'Is hate the right word for (2)?',
        'What would be left if (2) were gone?',
      ],
    },
    {
      pattern: '* i * you *',
      replies: [
        'Perhaps in your imagination we (2) each other.',
        'Do you wish to (2) me?',
        'Do you (2) anyone else?',
      ],
    },
    {
      pattern: '*',
      replies: [
        'You say (1)?',
        'Can you say more about that?',
        'Do you say so for a particular reason?',
        'That is quite interesting. Go on.',
      ],
    },
  ]),
  keyword("i'm", 0, any('=i')),
  keyword('you', 0, [
    {
      pattern: '* you remind me of *',
      replies: ['In what way do I remind you of (2)?', 'Tell me about (2) instead.'],
    },
    {
      pattern: '* you are *',
      replies: [
        'What makes you think I am (2)?',
        'Does it please you to believe I am (2)?',
        'Perhaps you would like to be (2).',
        'Do you sometimes wish you were (2)?',
      ],
    },
    {
      pattern: "* you're *",
      replies: ['What makes you think I am (2)?', 'And if I were (2), what would that change?'],
    },
    {
      pattern: '* you * me *',
      replies: [
        'Why do you think I (2) you?',
        'What makes you think I (2) you?',
        'Really, I (2) you?',
        'Does anyone else (2) you?',
      ],
    },
    {
      pattern: '* you *',
      replies: [
        'We were speaking of you, not of me.',
        'Oh, I (2)?',
        'You are not really talking about me, are you?',
        'What are your feelings now?',
      ],
    },
  ]),
  keyword("you're", 0, any('=you')),
  keyword(
    'yes',
    1,
    any(
      'You seem quite sure.',
      'I see. And what follows from that?',
      'Can you say a little more about it?',
      'I understand. Since when?',
    ),
  ),
  keyword(
    'no',
    1,
    any(
      'Are you saying no just to be on the safe side?',
      'You are a little negative today. What is behind it?',
      'Why not?',
      'What would a yes cost you?',
    ),
  ),
  keyword('my', 2, [
    {
      pattern: '* my @family *',
      replies: [
        'Tell me more about your (2).',
        'Who else in your family comes to mind?',
        'What does your (2) mean to you?',
        'How do you get on with your (2)?',
      ],
      memories: [
        'A while ago you mentioned your (2). What else should I know?',
        'Let us go back to your (2) for a moment.',
      ],
    },
    {
      pattern: '* my *',
      replies: [
        'Your (2)?',
        'Why do you say your (2)?',
        'Does that suggest anything else which belongs to you?',
        'Is it important to you that your (2)?',
      ],
      memories: [
        'Earlier you said your (2). Is that still on your mind?',
        'Does that have anything to do with the fact that your (2)?',
        'Let us come back to this: your (2).',
      ],
    },
  ]),
  keyword(
    'mother',
    4,
    any(
      'Tell me more about your mother.',
      'What was it like to be her child?',
      'What would your mother say to this?',
      'How is it between you and your mother today?',
    ),
  ),
  keyword(
    'father',
    4,
    any(
      'Tell me more about your father.',
      'What did you learn from your father?',
      'Is there something you never said to him?',
      'How does your father come into this?',
    ),
  ),
  keyword(
    'friend',
    3,
    any(
      'What makes somebody a friend to you?',
      'How would your friend see this?',
      'Do you have friends you can tell such things?',
    ),
  ),
  keyword('friends', 3, any('=friend')),
  keyword(
    'work',
    3,
    any(
      'How do you feel on the way to work?',
      'What would you change about your work first?',
      'Is it the work itself, or the people?',
      'Does work follow you home?',
    ),
  ),
  keyword('job', 3, any('=work')),
  keyword('boss', 3, any('What would you tell them if nothing could go wrong?', '=work')),
  keyword(
    'money',
    3,
    any(
      'What would be different if money did not matter?',
      'Is it about money, or about being safe?',
      'How was money spoken of at home?',
    ),
  ),
  keyword(
    'school',
    3,
    any(
      'What do you remember of school?',
      'Who were you at school?',
      'Which teacher would have understood this?',
    ),
  ),
  keyword(
    'sleep',
    3,
    any('How do you sleep?', 'What keeps you awake?', 'What do you think about just before you fall asleep?'),
  ),
  keyword(
    'time',
    1,
    any('What would you do with more time?', 'When did it begin?', 'Is it really a question of time?'),
  ),
  keyword('love', 3, [
    { pattern: '* i love *', replies: ['=i'] },
    {
      pattern: '*',
      replies: [
        'What does love mean to you here?',
        'Have you been loved in the way you wished?',
        'Who taught you what love is?',
      ],
    },
  ]),
  keyword(
    'death',
    6,
    any(
      'That is a heavy thought. How long have you carried it?',
      'Whom have you lost?',
      'With whom can you speak about this, besides me?',
    ),
  ),
  keyword(
    'died',
    6,
    any('I am sorry. What do you miss most?', 'How did you hear of it?', 'What would you still like to say?'),
  ),
  keyword('happy', 2, [
    { pattern: "* i'm *", replies: ['=i'] },
    { pattern: '* i am *', replies: ['=i'] },
    {
      pattern: '*',
      replies: ['What does it take for you to be happy?', 'When were you last happy without a reason?'],
    },
  ]),
  keyword('afraid', 2, [
    { pattern: "* i'm *", replies: ['=i'] },
    { pattern: '* i am *', replies: ['=i'] },
    {
      pattern: '*',
      replies: ['What could fear be protecting here?', 'Where in yourself do you feel that fear?'],
    },
  ]),
  keyword("can't", 1, [
    { pattern: "* i can't *", replies: ['=i'] },
    {
      pattern: "* can't you *",
      replies: ['What if I could?', 'You believe I can (2), do you not?', 'You want me to be able to (2)?'],
    },
    { pattern: '*', replies: ['What makes it impossible?', 'What would be the smallest step?'] },
  ]),
  keyword('can', 0, [
    {
      pattern: '* can you *',
      replies: [
        'You want me to be able to (2)?',
        'What would it give you if I could (2)?',
        'Who else could (2)?',
      ],
    },
    {
      pattern: '* can i *',
      replies: [
        'Whether you can (2) depends on you more than on me.',
        'Do you want to be able to (2)?',
        'Perhaps you do not want to (2).',
      ],
    },
    { pattern: '*', replies: ['What stands in the way?'] },
  ]),
  keyword('what', 0, [
    {
      pattern: '* what do you think *',
      replies: [
        'My opinion would only hide yours. What do you think?',
        'Whose opinion would you really like to have?',
      ],
    },
    {
      pattern: '*',
      replies: [
        'Why do you ask?',
        'Does that question interest you?',
        'What answer would please you most?',
        'What do you think?',
        'Have you asked such questions before?',
      ],
    },
  ]),
  keyword('how', 0, any('=what')),
  keyword('when', 0, any('=what')),
  keyword('where', 0, any('=what')),
  keyword('who', 0, any('=what')),
  keyword('why', 0, [
    {
      pattern: "* why don't you *",
      replies: [
        'Do you believe I do not (2)?',
        'Perhaps I will (2) in good time.',
        'Should you (2) yourself?',
      ],
    },
    {
      pattern: "* why can't i *",
      replies: [
        'Do you think you should be able to (2)?',
        'Do you want to be able to (2)?',
        'What have you tried so far?',
      ],
    },
    { pattern: '*', replies: ['=what'] },
  ]),
  keyword(
    'because',
    1,
    any(
      'Is that the real reason?',
      'Do any other reasons come to mind?',
      'Does that reason explain anything else?',
      'What other reasons might there be?',
    ),
  ),
  keyword('everybody', 2, [
    {
      pattern: '* @be *',
      replies: [
        'Surely not everybody is (3).',
        'Whom are you thinking of, when you say so?',
        'Who would be the exception?',
      ],
    },
    {
      pattern: '*',
      replies: ['Really, everybody?', 'Can you think of anyone in particular?', 'Whom do you have in mind?'],
    },
  ]),
  keyword(
    'always',
    1,
    any('Can you think of one example?', 'When, for instance?', 'Really, always?', 'Which time stands out?'),
  ),
  keyword('never', 1, any('Not once?', 'What would the first time look like?', 'Who told you never?')),
  keyword(
    'alike',
    10,
    any(
      'In what way?',
      'What likeness do you see?',
      'What does that likeness suggest to you?',
      'What other connections do you see?',
    ),
  ),
  keyword('like', 10, [
    { pattern: '* @be * like *', replies: ['=alike'] },
    { pattern: '* i like *', replies: ['What do you like about (2)?', 'When did you first like (2)?'] },
    {
      pattern: '* i would like *',
      replies: ['What keeps you from (2)?', 'What would change if you had (2)?'],
    },
    { pattern: '*', replies: ['What does it compare with?', 'Do you like many things of that kind?'] },
  ]),
  keyword(
    'different',
    3,
    any('How is it different?', 'What differences do you see?', 'Would you rather it were the same?'),
  ),
  keyword(
    'problem',
    3,
    any(
      'What have you tried so far?',
      'Whose problem is it, when you look closely?',
      'What would tell you that it is solved?',
    ),
  ),
  keyword(
    'help',
    2,
    any(
      'What kind of help would be the right one?',
      'Who has helped you before?',
      'What would you ask for, if asking were easy?',
    ),
  ),
];
