/** The last work at each place. All calls of an instance come to one process. */
const turns = new Map<string, Promise<unknown>>()

/** Does some work at a place when all earlier work there is done. */
export async function inTurn<T>(place: string, work: () => Promise<T>): Promise<T> {
  const turn = (turns.get(place) ?? Promise.resolve()).then(work, work)
  turns.set(place, turn)
  try {
    return await turn
  } finally {
    if (turns.get(place) === turn) turns.delete(place)
  }
}
