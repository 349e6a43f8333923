/** The Sandbox's profile: always there, needs no key from you. */
export const SANDBOX_PROFILE_ID = 'sandbox';
