import { DiagnosticsFailure } from '@slipway/model'
import { atCall } from '../call-place.ts'
import { formerNamesIn } from './given-options.ts'
import type { Wish } from '../resources.ts'

/** The former names that the resources of a program claim, each with its resource. */
export class FormerNames {
  readonly #claimed = new Map<string, string>()

  /**
   * Notes the former names of a resource.
   *
   * @throws DiagnosticsFailure if another resource has one of them, because only one of the two can take over the record
   */
  claim({ name, options, place }: Pick<Wish, 'name' | 'options' | 'place'>): void {
    for (const former of formerNamesIn(options)) {
      const other = this.#claimed.get(former)
      if (other !== undefined && other !== name) {
        const message = `${former} cannot get two names: ${other} and ${name}`
        const hint = `remove the alias ${former} from one of the two`
        const path = `resources.${name}.options.aliases`
        const diagnostic = { code: 'blueprint/bad-option', severity: 'error', message, hint, path } as const
        throw new DiagnosticsFailure([atCall(diagnostic, place)])
      }
      this.#claimed.set(former, name)
    }
  }
}
