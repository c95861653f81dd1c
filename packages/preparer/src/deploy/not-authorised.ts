/** The policy has said no to what was installed. */
export class NotAuthorised extends Error {}
