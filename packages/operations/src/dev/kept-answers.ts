import type { BlueprintRequest } from '../project/blueprint-request.ts'

type Ask = NonNullable<BlueprintRequest['ask']>

/** Asks for each variable only once. Asks again if the answer is no longer valid. */
export function keptAnswers(ask: Ask): Ask {
  const answers = new Map<string, string>()
  return async (variable, check) => {
    const kept = answers.get(variable.name)
    if (kept !== undefined && (await check(kept)) === undefined) return kept
    const answer = await ask(variable, check)
    answers.set(variable.name, answer)
    return answer
  }
}
