/** The default `SupervisionPolicy`: how plugins are started, kept and ended. Settings take their defaults from here. */
export const defaultPolicy = {
  attempts: 5,
  deadlineMs: 15_000,
  firstPauseMs: 100,
  relaunch: { times: 3, windowMs: 300_000 },
  drains: { times: 20, windowMs: 300_000 },
  graceMs: 5000,
  probeMs: 5000,
}
