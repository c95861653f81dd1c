/**
 * The sandboxes of the tests are folders of ours, so commands in them may run their code. Tests about folders of other users do not use this. Sets
 * the variable for this process, and so for the tests that it starts.
 */
export const trusting = { SLIPWAY_TRUST: '1' } as const

Object.assign(process.env, trusting)
