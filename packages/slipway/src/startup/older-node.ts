/** What Node 22 has and `slipway new` uses. Node 20 is enough for that command, whose user may not have a newer one yet. */
if (!('withResolvers' in Promise)) Object.assign(Promise, { withResolvers })

function withResolvers<T>(): object {
  const made: { resolve?: (value: T | PromiseLike<T>) => void; reject?: (reason?: unknown) => void } = {}
  const promise = new Promise<T>((resolve, reject) => Object.assign(made, { resolve, reject }))
  return { promise, ...made }
}
