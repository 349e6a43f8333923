/** The embedded gateway's profile: always there, needs no key from the person. */
export const SANDBOX_PROFILE_ID = 'sandbox';
