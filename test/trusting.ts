/**
 * The sandboxes of the tests are folders of ours: commands in them may run the code there. Tests about folders of others leave this out.
 * Sets the variable for this process, and so for the tests that it starts.
 */
export const trusting = { SLIPWAY_TRUST: '1' } as const

Object.assign(process.env, trusting)
