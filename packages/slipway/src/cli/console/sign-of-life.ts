/** Milliseconds between two lines that show that work goes on while nothing else is printed. */
const every = 10_000

/** How many questions wait for an answer on the terminal. */
let open = 0

export interface SignOfLife {
  /** Called when another line was printed. */
  heard(): void
  end(): void
}

/** @param say called after a while without output, but not while a question is open, because then the program waits for the user */
export function signOfLife(say: () => void): SignOfLife {
  const timer = setInterval(() => {
    if (open === 0) say()
  }, every)
  timer.unref()
  return { heard: () => void timer.refresh(), end: () => clearInterval(timer) }
}

/** Prints no sign of life after a question until it is answered. */
export async function whileAsking<T>(answer: Promise<T>): Promise<T> {
  open += 1
  try {
    return await answer
  } finally {
    open -= 1
  }
}
