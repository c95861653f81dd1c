import type { Unchecked } from '@slipway/engine'
import { Failure, isMap, Unknown, type Value } from '@slipway/model'
import type { Question, ReadOutside } from '../inline/outside/question.ts'

/** Reads like `read`, except that the exports of an instance that is not deployed are unknown. Notes each such instance. */
export function readingUndeployed(read: ReadOutside, unchecked: Unchecked): ReadOutside {
  return async (question, place) => {
    try {
      return await read(question, place)
    } catch (thrown) {
      const name = instanceIn(question)
      if (name === undefined || !(thrown instanceof Failure) || thrown.code !== 'state/unknown-instance') throw thrown
      unchecked.instance(name, thrown.hint)
      return new Unknown(`${name} is deployed`)
    }
  }
}

/** Returns the instance that a question is about: `db`, or `db of ../shop` in another project. */
function instanceIn(question: Question): string | undefined {
  if (question.kind !== 'data' || question.type !== 'core/exports' || !isMap(question.filter)) return undefined
  const [instance, project] = [searched(question.filter['instance']), searched(question.filter['project'])]
  return instance !== undefined && project !== undefined ? `${instance} of ${project}` : instance
}

function searched(filter: Value | undefined): string | undefined {
  const search = isMap(filter) ? filter['search'] : filter
  return typeof search === 'string' ? search : undefined
}
