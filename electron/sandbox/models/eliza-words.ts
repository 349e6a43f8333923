/** The words this Eliza treats as one, turns round, or knows as a group; `name = word word …` on each line. */

/** Before the search for keywords: one form for words that mean the same. */
export const beforeText = `
don't = dont
can't = cant
won't = wont
i'm = im
you're = youre
i've = ive
what = whats what's
remember = recollect recall
dreamed = dreamt
perhaps = maybe possibly
computer = machine machines computers program robot ai
hello = hi hey greetings
yes = yeah yep certainly
no = nope
everybody = everyone nobody
alike = identical similar
thank = thanks
sorry = apologise apologize
bye = goodbye
boss = colleague manager
`;

/** What a part of the sentence becomes when it is repeated in a reply. */
export const afterText = `
you = i me
your = my
yours = mine
yourself = myself
are = am
you're = i'm
you've = i've
you'd = i'd
you'll = i'll
were = was
me = you
my = your
mine = yours
myself = yourself
i'm = you're
i've = you've
i'd = you'd
i'll = you'll
`;

/** Groups a pattern names with `@`. */
export const groupText = `
family = mother mom mum father dad sister brother wife husband son daughter children child parents grandmother grandfather aunt uncle cousin
sad = sad unhappy depressed lonely tired lost miserable hurt sick empty down
glad = happy glad elated better proud calm relieved excited content
afraid = afraid scared anxious nervous worried frightened terrified
cross = angry furious annoyed mad jealous bitter
wish = want need wish crave
belief = think believe feel suppose guess
be = am is are was were
`;

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
