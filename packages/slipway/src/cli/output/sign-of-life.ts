/** While nothing else happens, a line this often says that something does. Milliseconds. */
const every = 10_000

export interface SignOfLife {
  /** Something else was said just now. */
  heard(): void
  end(): void
}

/** @param say is called when nothing was said for a while */
export function signOfLife(say: () => void): SignOfLife {
  const timer = setInterval(say, every)
  timer.unref()
  return { heard: () => void timer.refresh(), end: () => clearInterval(timer) }
}
