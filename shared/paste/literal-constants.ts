/** A field with this value is not sent. */
export const absent = Symbol('left out');

/** Words of JavaScript, Python and their clients that are a value. */
export const constants: Readonly<Record<string, unknown>> = {
  true: true,
  True: true,
  false: false,
  False: false,
  null: null,
  None: null,
  undefined: absent,
  NOT_GIVEN: absent,
  NotGiven: absent,
  omit: absent,
};
