/** The parts of Node 22 that `slipway new` uses. Node 20 is enough for that command, whose user may not have a newer one yet. */
if (!('withResolvers' in Promise)) Object.assign(Promise, { withResolvers })

function withResolvers(): object {
  const made = {}
  const promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }))
  return { promise, ...made }
}
