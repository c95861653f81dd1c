/** The last work at each path. All calls of an instance reach one process. */
const turns = new Map<string, Promise<unknown>>()

/** Does work at a path when all earlier work there is done. */
export async function inTurn<T>(path: string, work: () => Promise<T>): Promise<T> {
  const turn = (turns.get(path) ?? Promise.resolve()).then(work, work)
  turns.set(path, turn)
  try {
    return await turn
  } finally {
    if (turns.get(path) === turn) turns.delete(path)
  }
}
