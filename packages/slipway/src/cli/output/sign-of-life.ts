/** How often a line shows that work goes on while nothing else is printed. Milliseconds. */
const every = 10_000

/** Questions that wait for an answer, on the one terminal that a process has. */
let open = 0

export interface SignOfLife {
  /** Called when another line was printed. */
  heard(): void
  end(): void
}

/** @param say is called after a while without output; not while a question is open, because then the program waits for the user */
export function signOfLife(say: () => void): SignOfLife {
  const timer = setInterval(() => {
    if (open === 0) say()
  }, every)
  timer.unref()
  return { heard: () => void timer.refresh(), end: () => clearInterval(timer) }
}

/** No sign of life is written behind a question until it is answered. */
export async function whileAsking<T>(answer: Promise<T>): Promise<T> {
  open += 1
  try {
    return await answer
  } finally {
    open -= 1
  }
}
